import type { Sheet } from '#features/print-runs/contract.ts';
import { type Office, reprintEntry, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { officeWithPaper, type PrintRoom, startedRun } from './print-room.ts';

/** A certificate that waits for print, alone on its paper. */
export type Waiting = Awaited<ReturnType<typeof waitingCertificate>>;

/** A verified certificate on a paper of its own, so that nothing else waits for it. */
export async function waitingCertificate(
  portal: Portal,
  people: Omit<PrintRoom, 'printer'>,
  office: Office,
  overrides: object = {},
) {
  const { paperId, certificateType } = await officeWithPaper(portal, office, 5);
  const verified = await verifiedCertificate(people, { ...office, paperId }, overrides);
  return { ...verified, paperId, certificateType };
}

/** A run of the one certificate that waits on its paper; its stack is in the printer. */
export async function startRunOf(portal: Portal, printer: StaffCaller, waiting: Waiting) {
  const { id, sheets } = await startedRun(portal, printer, waiting);
  return { id, sheet: sheets[0]! };
}

/** Prints it on one good sheet. */
export async function printOne(portal: Portal, printer: StaffCaller, waiting: Waiting): Promise<Sheet> {
  const { id, sheet } = await startRunOf(portal, printer, waiting);
  await printer.api.printRuns.recordSheets({ id, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  return sheet;
}

export async function printedCertificate(
  portal: Portal,
  people: PrintRoom,
  office: Office,
  overrides: object = {},
) {
  const waiting = await waitingCertificate(portal, people, office, overrides);
  return { ...waiting, sheet: await printOne(portal, people.printer, waiting) };
}

/** So many of one run, which costs most of what one takes: for tests that leave none of them waiting for print. */
export async function printedTogether(portal: Portal, people: PrintRoom, office: Office, count: number) {
  const here = await officeWithPaper(portal, office, 3 * count);
  const verified: Awaited<ReturnType<typeof verifiedCertificate>>[] = [];
  for (let made = 0; made < count; made += 1) verified.push(await verifiedCertificate(people, here));
  const { id, sheets } = await startedRun(portal, people.printer, here, count);
  await people.printer.api.printRuns.recordSheets({
    id,
    outcomes: sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
  const { paperId, certificateType } = here;
  return verified.map((one) => ({
    ...{ ...one, paperId, certificateType },
    sheet: sheets.find(({ certificateId }) => certificateId === one.certificateId)!,
  }));
}

export async function requestReprint(caller: StaffCaller, certificateId: string, reason?: string) {
  const entry = await reprintEntry(caller, certificateId, reason === undefined ? {} : { reason });
  return (await caller.api.reprints.requestReprint(entry)).id;
}

/** What somebody who holds the sheet types at /verify. */
export async function codeOf({ services }: Portal, sheetId: string): Promise<string> {
  const { verification_code } = await services.db
    .selectFrom('sheets')
    .select('verification_code')
    .where('id', '=', sheetId)
    .executeTakeFirstOrThrow();
  return verification_code;
}
