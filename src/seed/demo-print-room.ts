import type { Certificate } from '#features/certificates/contract.ts';
import { handOverCertificate } from '#features/certificates/server/commands/hand-over-certificate.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { closePrintRun } from '#features/print-runs/server/commands/close-print-run.ts';
import { preparePrintRun } from '#features/print-runs/server/commands/prepare-print-run.ts';
import { recordSheets } from '#features/print-runs/server/commands/record-sheets.ts';
import { startPrintRun } from '#features/print-runs/server/commands/start-print-run.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { getPrintRun } from '#features/print-runs/server/queries.ts';
import { type Actor, wholeUniversity } from '#server/actor.ts';
import type { Services } from '#server/context.ts';
import { actingAs } from './acting.ts';
import { demoCandidates } from './demo-candidates.ts';

const day = 24 * 3_600_000;

export type PrintRoom = { storekeeper: Actor; approver: Actor; printer: Actor; receiver: Actor };

/** Prints every certificate whose candidate was to get one, in runs of one paper; one sheet jams and is printed again. */
export async function seedPrintRuns(services: Services, room: PrintRoom): Promise<void> {
  const endingOf = new Map(demoCandidates.map((candidate) => [candidate.name, candidate.ending]));
  const wanted = (certificate: Certificate) =>
    ['printed', 'handed_over'].includes(endingOf.get(certificate.studentName)!);
  for (;;) {
    const { rows } = await listCertificates(services.db, wholeUniversity, {
      search: '',
      stage: 'waiting',
      sort: 'createdAt',
      offset: 0,
      limit: 100,
    });
    const first = rows.find(wanted);
    if (!first) break;
    const together = rows.filter((row) => row.paperId === first.paperId && wanted(row)).slice(0, 5);
    await printTogether(services, room, together);
  }
  await handOver(services, room, endingOf);
}

/** Prints these in one run, by default on the day after the newest of them was verified. */
export async function printTogether(
  services: Services,
  room: PrintRoom,
  certificates: Certificate[],
  now = new Date(Math.max(...certificates.map(({ createdAt }) => Date.parse(createdAt))) + day),
): Promise<void> {
  const context = actingAs(services, room.printer, { now });
  const { id } = await preparePrintRun(context, {
    certificateIds: certificates.map((certificate) => certificate.id),
  });
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
  const run = await getPrintRun(services.db, wholeUniversity, id);
  const started = await startPrintRun(context, { id, version: run.version });
  const jams = certificates.length === 5 && run.runNumber === 'R-000001';
  await recordSheets(context, {
    id,
    outcomes: run.sheets.map((sheet) =>
      jams && sheet.position === 3
        ? { sheetId: sheet.id, outcome: 'spoilt', reason: 'Jam' }
        : { sheetId: sheet.id, outcome: 'good' },
    ),
  });
  await closePrintRun(context, { id, version: started.version });
}

async function handOver(services: Services, room: PrintRoom, endingOf: Map<string, string>): Promise<void> {
  const { rows } = await listCertificates(services.db, wholeUniversity, {
    search: '',
    stage: 'printed',
    sort: 'createdAt',
    offset: 0,
    limit: 100,
  });
  for (const row of rows.filter(
    (one) => one.state === 'printed' && endingOf.get(one.studentName) === 'handed_over',
  )) {
    await handOverCertificate(
      actingAs(services, room.receiver, { now: new Date(Date.parse(row.printedAt!) + 3 * day) }),
      {
        id: row.id,
        version: row.version,
        collectedBy: row.studentName,
        identitySeen: 'Passport',
      },
    );
  }
}
