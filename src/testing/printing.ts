import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { type Office, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';

export type PrintRoom = { receiver: StaffCaller; caseWorker: StaffCaller; printer: StaffCaller };

export async function createPrintRoom(portal: Portal): Promise<PrintRoom> {
  return {
    receiver: await portal.as('receiver'),
    caseWorker: await portal.as('case_worker'),
    printer: await portal.as('printer'),
  };
}

/** Prints certificates in one run, each of its sheets good. */
export async function printCertificates(
  { services }: Portal,
  { printer }: Pick<PrintRoom, 'printer'>,
  certificateIds: string[],
): Promise<void> {
  const { printRuns } = printer.api;
  const { id } = await printRuns.preparePrintRun({ certificateIds });
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
  const run = await printRuns.getPrintRun({ id });
  await printRuns.startPrintRun({ id, version: run.version });
  await printRuns.recordSheets({
    id,
    outcomes: run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
}

/** Certificates of a college, printed in one run and still in the office, in the order of their numbers. */
export async function printedCertificates(
  portal: Portal,
  room: PrintRoom,
  { office, count }: { office: Office; count: number },
) {
  const verified: Awaited<ReturnType<typeof verifiedCertificate>>[] = [];
  for (let made = 0; made < count; made += 1) verified.push(await verifiedCertificate(room, office));
  await printCertificates(
    portal,
    room,
    verified.map((one) => one.certificateId),
  );
  return Promise.all(
    verified.map(({ certificateId }) => room.receiver.api.certificates.getCertificate({ id: certificateId })),
  );
}
