import { v7 as uuid } from 'uuid';
import type { Sheet } from '#features/print-runs/contract.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { type Office, reprintEntry, stockBlanks, unique, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';

type People = { receiver: StaffCaller; caseWorker: StaffCaller; printer: StaffCaller };
/** A certificate that waits for print, alone on its paper. */
export type Waiting = Awaited<ReturnType<typeof waitingCertificate>>;

/** A verified certificate on a paper of its own, so that nothing else waits for it. */
export async function waitingCertificate(
  portal: Portal,
  people: Omit<People, 'printer'>,
  office: Office,
  overrides: object = {},
) {
  const paperId = uuid();
  await portal.services.db
    .insertInto('papers')
    .values({ id: paperId, code: `P${unique()}`, name: 'Parchment', colour: `Colour ${unique()}` })
    .execute();
  await stockBlanks(portal, paperId, 5);
  return { ...(await verifiedCertificate(people, { ...office, paperId }, overrides)), paperId };
}

/** A run of the one certificate that waits on its paper; its stack is in the printer. */
export async function startRunOf({ services }: Portal, printer: StaffCaller, { certificateId }: Waiting) {
  const { printRuns } = printer.api;
  const { id } = await printRuns.preparePrintRun({ certificateIds: [certificateId] });
  await composePrintRunJob.handle(services, { printRunId: id }, { isLast: true });
  const run = await printRuns.getPrintRun({ id });
  await printRuns.startPrintRun({ id, version: run.version });
  return { id, sheet: run.sheets[0]! };
}

/** Prints it on one good sheet. */
export async function printOne(portal: Portal, printer: StaffCaller, waiting: Waiting): Promise<Sheet> {
  const { id, sheet } = await startRunOf(portal, printer, waiting);
  await printer.api.printRuns.recordSheets({ id, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  return sheet;
}

export async function printedCertificate(
  portal: Portal,
  people: People,
  office: Office,
  overrides: object = {},
) {
  const waiting = await waitingCertificate(portal, people, office, overrides);
  return { ...waiting, sheet: await printOne(portal, people.printer, waiting) };
}

export async function requestReprint(caller: StaffCaller, certificateId: string, reason?: string) {
  const entry = await reprintEntry(caller, certificateId, reason === undefined ? {} : { reason });
  return (await caller.api.reprints.requestReprint(entry)).id;
}
