import { handOverBundle } from '#features/certificates/server/commands/hand-over-bundle.ts';
import {
  handOverCertificate,
  postCertificate,
} from '#features/certificates/server/commands/hand-over-certificate.ts';
import { recordSignatures } from '#features/certificates/server/commands/record-signatures.ts';
import { dayInIndia } from '#shared/format.ts';
import { identityDocumentLabels } from '#shared/identity-documents.ts';
import { namesOf } from '#shared/labels.ts';
import type { CaseWork } from './demo-applications.ts';
import type { Leaving } from './demo-case.ts';
import type { DemoOffice } from './demo-office.ts';
import { planFollowingActs } from './demo-story.ts';
import { laterInOffice } from './office-hours.ts';

type Single = Exclude<Leaving['way'], 'bundle'>;

/** Hands over a single printed certificate: to the candidate in person, or by post. */
export async function handOver(
  office: DemoOffice,
  work: CaseWork,
  { way, at }: { way: Single; at: Date },
): Promise<void> {
  const { plan, certificateId: id, copy, outSerial } = work;
  // A copy that was cancelled, superseded or handed over meanwhile is left alone.
  if (!copy || copy.serial === outSerial) return;
  const key = `${plan.key}-leaves-${copy.serial}`;
  const left = {
    id,
    earlierCopy: outSerial === null ? null : { became: 'surrendered' as const, serial: outSerial },
  };
  await office.once({ by: plan.receiver, at, key }, async (context) => {
    const version = await office.versionOf('certificates', id);
    return way === 'in_person'
      ? handOverCertificate(context, {
          ...left,
          version,
          collectedBy: plan.name,
          identitySeen: identities[plan.index % identities.length]!,
        })
      : postCertificate(context, {
          ...left,
          version,
          carrier: 'India Post, Speed Post',
          trackingNumber: `EK${String(735_280_114 + plan.index * 17)}IN`,
          postedOn: dayInIndia(at),
        });
  });
  recordLeaving(office, work, at);
}

const identities = namesOf(identityDocumentLabels);

/** The messengers of the colleges. */
const messengers: Record<string, readonly [name: string, designation: string]> = {
  COL001: ['Shri. Mahadev Joshi', 'Superintendent'],
  COL002: ['Smt. Rukmini Gowda', 'Office assistant'],
  COL003: ['Dr. Savitri Hegde', 'Principal'],
};

/** Hands over a college's certificates as a bundle; all but the last `unsigned` students sign the list in time. */
export async function handOverTogether(
  office: DemoOffice,
  works: readonly CaseWork[],
  { at, unsigned }: { at: Date; unsigned: number },
): Promise<void> {
  const leaving = works.filter(({ copy, outSerial }) => copy && outSerial === null);
  const [first] = leaving;
  if (!first) return;
  const [deliveredTo, designation] = messengers[first.plan.college]!;
  const key = `${first.plan.key}-bundle`;
  const { id } = await office.once({ by: first.plan.receiver, at, key }, (context) =>
    handOverBundle(context, {
      certificateIds: leaving.map(({ certificateId }) => certificateId),
      earlierCopies: [],
      deliveredTo,
      designation,
      identitySeen: 'College identity card',
    }),
  );
  for (const work of leaving) recordLeaving(office, work, at);
  const signed = leaving.slice(0, leaving.length - unsigned);
  if (signed.length === 0) return;
  const [signedOn, recordedAt] = [laterInOffice(at, 4), laterInOffice(at, 5)];
  office.agenda.at(recordedAt, async () => {
    await office.once({ by: first.plan.receiver, at: recordedAt, key: `${key}-signed` }, (context) =>
      recordSignatures(context, {
        id,
        certificateIds: signed.map(({ certificateId }) => certificateId),
        signedOn: dayInIndia(signedOn),
      }),
    );
  });
}

function recordLeaving(office: DemoOffice, work: CaseWork, at: Date): void {
  work.outSerial = work.copy!.serial;
  planFollowingActs(office, work, 'left', at);
}
