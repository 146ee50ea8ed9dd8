import type { Certificate } from '#features/certificates/contract.ts';
import { handOverBundle } from '#features/certificates/server/commands/hand-over-bundle.ts';
import {
  handOverCertificate,
  postCertificate,
} from '#features/certificates/server/commands/hand-over-certificate.ts';
import { recordSignatures } from '#features/certificates/server/commands/record-signatures.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { addPrinter } from '#features/print-runs/server/commands/add-printer.ts';
import { closePrintRun } from '#features/print-runs/server/commands/close-print-run.ts';
import { signOffProof } from '#features/print-runs/server/commands/decide-proof.ts';
import { makeProof } from '#features/print-runs/server/commands/make-proof.ts';
import { preparePrintRun } from '#features/print-runs/server/commands/prepare-print-run.ts';
import { recordFileOpened } from '#features/print-runs/server/commands/record-file-opened.ts';
import { recordSheets } from '#features/print-runs/server/commands/record-sheets.ts';
import { startPrintRun } from '#features/print-runs/server/commands/start-print-run.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { listLayouts } from '#features/print-runs/server/proofs.ts';
import { getPrintRun } from '#features/print-runs/server/queries.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { wholeUniversity } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import { actingAs } from './acting.ts';
import { demoCandidates } from './demo-candidates.ts';

const day = 24 * 3_600_000;

export type PrintRoom = { storekeeper: Actor; approver: Actor; printer: Actor; receiver: Actor };

/** The operator's own printer, a little off, and a second one. */
export async function seedPrinters(services: Services, room: PrintRoom, beginning: Date): Promise<void> {
  const printers = [
    { code: 'PR-01', name: 'HP LaserJet, print room', xMm: 0.6, yMm: -0.4 },
    { code: 'PR-02', name: 'Canon imagePRESS, annexe', xMm: 0, yMm: 0 },
  ];
  for (const printer of printers) {
    const key = `demo-add-printer-${printer.code}`;
    await addPrinter(
      actingAs(services, room.printer, { now: new Date(beginning.getTime() + day), key }),
      printer,
    );
  }
}

/** The operator makes a proof sheet of every layout, and the registrar signs it off. */
export async function seedProofs(services: Services, room: PrintRoom, beginning: Date): Promise<void> {
  const made = new Date(beginning.getTime() + day);
  const signedOff = new Date(beginning.getTime() + 2 * day);
  const layouts = await listLayouts(services.db, wholeUniversity);
  for (const [index, { certificateType, colour }] of layouts.entries()) {
    const { id } = await makeProof(
      actingAs(services, room.printer, { now: made, key: `demo-make-proof-${index}` }),
      { certificateType, colour },
    );
    await signOffProof(
      actingAs(services, room.approver, { now: signedOff, key: `demo-sign-off-proof-${index}` }),
      {
        id,
        version: 1,
      },
    );
  }
}

/**
 * Prints every certificate whose candidate was to get one, in runs of one paper; one sheet jams and is printed again. Those that
 * are to be printed were verified before those that go on waiting, so they waited longest.
 */
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
    const together = rows
      .filter(
        (row) =>
          row.paperId === first.paperId && row.certificateType === first.certificateType && wanted(row),
      )
      .slice(0, 5);
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
  const { paperId, certificateType } = certificates[0]!;
  const { id } = await preparePrintRun(context, {
    paperId,
    certificateType,
    collegeId: null,
    sheets: certificates.length,
  });
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
  const run = await getPrintRun(services, wholeUniversity, id);
  const started = await startPrintRun(context, {
    id,
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  const jams = certificates.length === 5 && run.runNumber === 'R-000001';
  await recordFileOpened(context, { id, from: 1 });
  await recordSheets(context, {
    id,
    outcomes: run.sheets.map((sheet) =>
      jams && sheet.position === 3
        ? { sheetId: sheet.id, outcome: 'spoilt', reason: 'Jam' }
        : { sheetId: sheet.id, outcome: 'good' },
    ),
  });
  const spoiltSheets = jams ? 1 : 0;
  await closePrintRun(context, {
    id,
    version: started.version,
    goodSheets: certificates.length - spoiltSheets,
    spoiltSheets,
    missingSheets: 0,
  });
}

/** The candidates of one college get theirs from it, every third of the others by post; the rest comes to the counter. */
async function handOver(services: Services, room: PrintRoom, endingOf: Map<string, string>): Promise<void> {
  const { rows } = await listCertificates(services.db, wholeUniversity, {
    search: '',
    stage: 'to_hand_over',
    sort: 'createdAt',
    offset: 0,
    limit: 100,
  });
  const leaving = rows.filter((row) => endingOf.get(row.studentName) === 'handed_over');
  const bundled = leaving.filter((row) => row.collegeCode === bundledCollege);
  if (bundled.length > 0) await bundleTogether(services, room, bundled);
  const others = leaving.filter((row) => row.collegeCode !== bundledCollege);
  for (const [index, { id, version, studentName, printedAt }] of others.entries()) {
    const context = actingAs(services, room.receiver, { now: daysAfter(printedAt, 3) });
    if (index % 3 === 1) {
      await postCertificate(context, {
        id,
        version,
        carrier: 'India Post, Speed Post',
        trackingNumber: `EK${String(735_280_114 + index * 17)}IN`,
        postedOn: dayInIndia(daysAfter(printedAt, 2)),
        earlierCopy: null,
      });
    } else {
      await handOverCertificate(context, {
        id,
        version,
        collectedBy: studentName,
        identitySeen: 'Passport',
        earlierCopy: null,
      });
    }
  }
}

const bundledCollege = 'COL003';

async function bundleTogether(
  services: Services,
  room: PrintRoom,
  certificates: Certificate[],
): Promise<void> {
  const newest = certificates
    .map((row) => row.printedAt!)
    .sort()
    .at(-1)!;
  const { id } = await handOverBundle(actingAs(services, room.receiver, { now: daysAfter(newest, 4) }), {
    certificateIds: certificates.map((row) => row.id),
    earlierCopies: [],
    deliveredTo: 'Dr. Savitri Hegde',
    designation: 'Principal',
    identitySeen: 'College identity card',
  });
  await recordSignatures(actingAs(services, room.receiver, { now: daysAfter(newest, 9) }), {
    id,
    certificateIds: [certificates[0]!.id],
    signedOn: dayInIndia(daysAfter(newest, 8)),
  });
}

function daysAfter(moment: string | null, days: number): Date {
  return new Date(Date.parse(moment!) + days * day);
}
