import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { PrintRunDetail } from '#features/print-runs/contract.ts';
import { type Office, stockBlanks, unique } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';

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

/** What a printer chooses: so many of the certificates that waited longest. */
export function choiceOf({ paperId, certificateType }: Kind, sheets = 1) {
  return { paperId, certificateType, sheets };
}

/** A prepared run whose print file is composed; the portal needs a worker. */
export async function composedRun(printer: StaffCaller, kind: Kind, sheets = 1): Promise<PrintRunDetail> {
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(kind, sheets));
  await expect
    .poll(async () => (await printer.api.printRuns.getPrintRun({ id })).document, { timeout: 15_000 })
    .toBe('ready');
  return printer.api.printRuns.getPrintRun({ id });
}

/** A run that is printing: the right blank lay on top of its stack. */
export async function startedRun(printer: StaffCaller, kind: Kind, sheets = 1): Promise<PrintRunDetail> {
  const { id, version, sheets: bound } = await composedRun(printer, kind, sheets);
  await printer.api.printRuns.startPrintRun({ id, version, topSerial: bound[0]!.blankSerial });
  return printer.api.printRuns.getPrintRun({ id });
}

/** Closes a run after somebody counted what the books say. */
export async function closeRun(printer: StaffCaller, id: string): Promise<PrintRunDetail> {
  const run = await printer.api.printRuns.getPrintRun({ id });
  await printer.api.printRuns.closePrintRun({
    id,
    version: run.version,
    goodSheets: run.goodCount,
    spoiltSheets: run.spoiltCount,
  });
  return printer.api.printRuns.getPrintRun({ id });
}

/** A closed run of good sheets. */
export async function printedRun(printer: StaffCaller, kind: Kind, sheets = 1): Promise<PrintRunDetail> {
  const run = await startedRun(printer, kind, sheets);
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
  return closeRun(printer, run.id);
}
