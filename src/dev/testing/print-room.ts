import { v7 as uuid } from 'uuid';
import type { PrintRunDetail } from '#features/print-runs/contract.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { type Office, stockBlanks, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** The people between the counter and a printed sheet. */
export type PrintRoom = { receiver: StaffCaller; caseWorker: StaffCaller; printer: StaffCaller };

export async function createPrintRoom(portal: Portal): Promise<PrintRoom> {
  return {
    receiver: await portal.as('receiver'),
    caseWorker: await portal.as('case_worker'),
    printer: await portal.as('printer'),
  };
}

type Kind = Pick<Office, 'paperId' | 'certificateType'>;

/** The office with a paper of its own, so that nothing else waits for it; that many blanks of it are in store. */
export async function officeWithPaper(portal: Portal, office: Office, blanks: number): Promise<Office> {
  const paperId = uuid();
  await portal.services.db
    .insertInto('papers')
    .values({ id: paperId, code: `P${unique()}`, name: `Paper ${unique()}`, colour: 'Maroon' })
    .execute();
  if (blanks > 0) await stockBlanks(portal, paperId, blanks);
  return { ...office, paperId };
}

/** An office of its own paper where so many certificates wait and a blank lies ready for each, and two more. */
export async function waitingOffice(
  portal: Portal,
  people: Omit<PrintRoom, 'printer'>,
  { office, certificates }: { office: Office; certificates: number },
): Promise<Office> {
  const here = await officeWithPaper(portal, office, certificates + 2);
  for (let count = 0; count < certificates; count += 1) await verifiedCertificate(people, here);
  return here;
}

/** What a printer chooses: so many of the certificates that waited longest. */
export function choiceOf({ paperId, certificateType }: Kind, sheets = 1) {
  return { paperId, certificateType, sheets };
}

/** Composes the print file of a prepared run, as the worker does. */
export async function composeRun({ services }: Portal, id: string): Promise<void> {
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
}

/** A prepared run whose print file is composed. */
export async function composedRun(
  portal: Portal,
  printer: StaffCaller,
  kind: Kind,
  sheets = 1,
): Promise<PrintRunDetail> {
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(kind, sheets));
  await composeRun(portal, id);
  return printer.api.printRuns.getPrintRun({ id });
}

/** A run that is printing: the right blank lay on top of its stack, and its print file was opened. */
export async function startedRun(
  portal: Portal,
  printer: StaffCaller,
  kind: Kind,
  sheets = 1,
): Promise<PrintRunDetail> {
  const { id, version, sheets: bound } = await composedRun(portal, printer, kind, sheets);
  await printer.api.printRuns.startPrintRun({ id, version, topSerial: bound[0]!.blankSerial });
  await openPrintFile(printer, id);
  return printer.api.printRuns.getPrintRun({ id });
}

/** Opens the print file as the operator's browser does: the whole one, or after a jam that of the remaining sheets. */
export async function openPrintFile(printer: StaffCaller, id: string, from = 1): Promise<void> {
  const file = from === 1 ? 'document' : `remaining-document?from=${from}`;
  const response = await printer.fetch(`/api/print-runs/${id}/${file}`);
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(Buffer.from(body).toString());
}

/** Closes a run after somebody counted what the books say. */
export async function closeRun(printer: StaffCaller, id: string): Promise<PrintRunDetail> {
  const run = await printer.api.printRuns.getPrintRun({ id });
  await printer.api.printRuns.closePrintRun({
    id,
    version: run.version,
    goodSheets: run.goodCount,
    spoiltSheets: run.spoiltCount,
    missingSheets: run.missingCount,
  });
  return printer.api.printRuns.getPrintRun({ id });
}

/** A closed run of good sheets. */
export async function printedRun(
  portal: Portal,
  printer: StaffCaller,
  kind: Kind,
  sheets = 1,
): Promise<PrintRunDetail> {
  const run = await startedRun(portal, printer, kind, sheets);
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
  return closeRun(printer, run.id);
}

/** Certificates of the office's college, printed in one run of a paper of their own, in the order of their numbers. */
export async function printedCertificates(
  portal: Portal,
  room: PrintRoom,
  { office, count, overrides = {} }: { office: Office; count: number; overrides?: object },
) {
  // One blank more, for a copy.
  const kind = await officeWithPaper(portal, office, count + 1);
  for (let made = 0; made < count; made += 1) await verifiedCertificate(room, kind, overrides);
  const run = await printedRun(portal, room.printer, kind, count);
  return Promise.all(
    run.sheets.map(({ certificateId }) =>
      room.receiver.api.certificates.getCertificate({ id: certificateId }),
    ),
  );
}
