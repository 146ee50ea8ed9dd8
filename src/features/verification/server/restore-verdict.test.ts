import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { lostSheet, unchangedLastNumbers } from '#dev/testing/last-numbers.ts';
import { filePortal } from '#dev/testing/portal.ts';
import {
  composedRun,
  createPrintRoom,
  openPrintFile,
  printedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { openRecovery } from '#features/recoveries/server/open-recovery.ts';

const portal = await filePortal();

test('a run that waited at the restored moment may have been printed since: of its sheets nothing is said until they are recorded', async () => {
  const room = await createPrintRoom(portal);
  const office = await waitingOffice(portal, room, { office: await createOffice(portal), certificates: 2 });
  await printedRun(portal, room.printer, office);
  const run = await composedRun(portal, room.printer, office);
  const sheet = await portal.services.db
    .selectFrom('sheets')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('sheets.print_run_id', '=', run.id)
    .select(['convocation_number as number', 'verification_code as code', 'serial'])
    .executeTakeFirstOrThrow();
  const ask = { number: sheet.number, code: sheet.code };
  const verdictOf = async () => (await portal.anonymous.api.verification.verifyCertificate(ask)).verdict;
  expect(await verdictOf()).toBe('not_issued');

  await openRecovery(portal.ownerUrl, new Date());
  expect(await verdictOf()).toBe('around_restore');
  const one = await portal.as('admin');
  const numbers = await unchangedLastNumbers(one);
  // The run was printed: its serial is the last one on paper, though the portal knows it as waiting.
  const entered = await one.api.recoveries.enterLastNumbers({ ...numbers, serials: [sheet.serial] });
  // Restored once more, to this moment: what was entered then may have been confirmed since.
  const later = new Date();
  await openRecovery(portal.ownerUrl, later);
  const { rows } = await (await portal.as('auditor')).api.audit.listAuditEvents({ recordType: 'recovery' });
  const opened = rows.filter(({ event }) => event === 'recoveries.opened');
  expect(opened.map(({ after }) => after)).toEqual([
    { restoredTo: later.toISOString() },
    { restoredTo: expect.any(String) },
  ]);
  const [again, second] = await portal.asEach('admin', 'admin');
  await expect(second.api.recoveries.confirmLastNumbers(entered)).rejects.toMatchObject({
    code: 'recoveries.not_entered',
  });
  // Two blanks behind it were printed on, too.
  const spare = (by: number) =>
    sheet.serial.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'));
  expect((await again.api.recoveries.getOpenRecovery()).recovery).toMatchObject({
    restoredTo: later.toISOString(),
  });
  const anew = await again.api.recoveries.enterLastNumbers({ ...numbers, serials: [spare(2)] });
  await second.api.recoveries.confirmLastNumbers(anew);
  expect(await verdictOf()).toBe('around_restore');

  const printer = await portal.as('printer');
  const { version, sheets } = await printer.api.printRuns.getPrintRun({ id: run.id });
  await printer.api.printRuns.startPrintRun({ id: run.id, version, topSerial: sheet.serial });
  await openPrintFile(printer, run.id);
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: sheets.map(({ id }) => ({ sheetId: id, outcome: 'good' })),
  });
  expect(await verdictOf()).toBe('genuine');

  // Of the same day is another sheet of this number, which was printed before the restore.
  const lost = lostSheet(office, { convocationNumber: sheet.number, serial: spare(2) });
  await second.api.recoveries.confirmLostSheet(await again.api.recoveries.recordLostSheet(lost));
  expect(await verdictOf()).toBe('genuine');
  expect(
    await portal.anonymous.api.verification.verifyCertificate({ number: sheet.number, code: lost.code }),
  ).toMatchObject({ verdict: 'superseded', supersededOn: lost.printedOn });
});
