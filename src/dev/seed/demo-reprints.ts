import { listCertificates } from '#features/certificates/server/queries.ts';
import { requestReprint } from '#features/reprints/server/commands/request-reprint.ts';
import { approveReprint, rejectReprint } from '#features/reprints/server/decide-request.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { wholeUniversity } from '#platform/server/db/database.ts';
import { receiveFile } from '#platform/server/files/receive-file.ts';
import { actingAs } from './acting.ts';
import { drawErrorPhoto } from './demo-pictures.ts';
import { type PrintRoom, printTogether } from './demo-print-room.ts';

const hour = 3_600_000;

export type ReprintPeople = PrintRoom & { admin: Actor; caseWorker: Actor };

type Sample = {
  /** Whose certificate it is; printed by now. */
  candidate: string;
  by: (people: ReprintPeople) => Actor;
  reason: string;
  /** Hours before now; of the one that is printed again by now, after it was handed over. */
  hours: number;
} & ({ ending: 'pending' | 'approved' | 'printed' } | { ending: 'rejected'; remark: string });

const samples: Sample[] = [
  {
    candidate: 'Karthik Bhat',
    by: ({ receiver }) => receiver,
    reason: 'The name is cut off at the right edge.',
    hours: 26,
    ending: 'printed',
  },
  {
    candidate: 'Sanjay Reddy',
    by: ({ caseWorker }) => caseWorker,
    reason: 'The seal looks too pale.',
    hours: 40,
    ending: 'rejected',
    remark: 'The seal is as on all sheets of this paper.',
  },
  {
    candidate: 'Rohan Desai',
    by: ({ receiver }) => receiver,
    reason: 'Water stain, the sheet got wet on its way to the college.',
    hours: 30,
    ending: 'approved',
  },
  {
    candidate: 'Kavya Hegde',
    by: ({ admin }) => admin,
    reason: 'The photo is printed with a stripe across it.',
    hours: 26,
    ending: 'pending',
  },
  {
    candidate: 'Deepa Murthy',
    by: ({ printer }) => printer,
    reason: 'Toner streak across the crest, seen after the run was closed.',
    hours: 20,
    ending: 'pending',
  },
  {
    candidate: 'Divya Shetty',
    by: ({ receiver }) => receiver,
    reason: 'The lower border is smudged.',
    hours: 6,
    ending: 'pending',
  },
];

/** Reprint requests in every state; one of them is printed again, so that its certificate has two copies. */
export async function seedReprints(services: Services, people: ReprintPeople, now: Date): Promise<void> {
  for (const [index, sample] of samples.entries())
    await seedReprint(services, people, { sample, index, now });
}

async function seedReprint(
  services: Services,
  people: ReprintPeople,
  { sample, index, now }: { sample: Sample; index: number; now: Date },
): Promise<void> {
  const certificate = await findCertificate(services, sample.candidate);
  const handedOverAt = certificate.handOver && Date.parse(certificate.handOver.at);
  const asked =
    sample.ending === 'printed' && handedOverAt
      ? handedOverAt + sample.hours * hour
      : now.getTime() - sample.hours * hour;
  const at = (hours: number) => new Date(asked + hours * hour);
  const as = (actor: Actor, act: string, hours: number) =>
    actingAs(services, actor, { now: at(hours), key: `demo-reprint-${index}-${act}` });
  const photo = await receiveFile(as(sample.by(people), 'photo', 0), {
    kind: 'error_photo',
    name: `error-${certificate.convocationNumber.replace('/', '-')}.jpg`,
    bytes: await drawErrorPhoto(sample.candidate, index),
  });
  const { id } = await requestReprint(as(sample.by(people), 'ask', 0), {
    certificateId: certificate.id,
    reason: sample.reason,
    errorPhotoFileId: photo.id,
  });
  if (sample.ending === 'pending') return;
  if (sample.ending === 'rejected') {
    await rejectReprint(as(people.approver, 'reject', 2), { id, version: 1, remark: sample.remark });
    return;
  }
  await approveReprint(as(people.approver, 'approve', 2), { id, version: 1 });
  if (sample.ending === 'approved') return;
  // Before those that wait by now were verified, so that nothing waits longer.
  await printTogether(services, people, [certificate], at(5));
}

/** The certificate of a candidate, at whatever stage. */
export async function findCertificate(services: Services, candidate: string) {
  const { rows } = await listCertificates(services.db, wholeUniversity, {
    search: candidate,
    stage: 'all',
    sort: '-createdAt',
    offset: 0,
    limit: 1,
  });
  return rows[0]!;
}
