import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { type Office, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { choiceOf, closeRun, composedRun, startedRun } from '#dev/testing/print-room.ts';
import { codeOf, statusOf } from '#dev/testing/status-of.ts';
import type { PrintRunDetail } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });
const { portal, room: people, printer, waitingHere, read } = desk;

const batchOf = async (caller: StaffCaller, { paperId }: Office) =>
  (await caller.api.printRuns.listPrintBatches()).batches.find((batch) => batch.paperId === paperId);
const serialsOf = (run: PrintRunDetail) => run.sheets.map((sheet) => sheet.blankSerial);

function record(run: PrintRunDetail, positions: number[], reason?: 'Jam' | 'Smudge') {
  return printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: positions.map((position) => {
      const sheetId = run.sheets[position - 1]!.id;
      return reason ? { sheetId, outcome: 'spoilt', reason } : { sheetId, outcome: 'good' };
    }),
  });
}

describe('what is chosen', () => {
  test('is told by college, and those that waited longest are taken', async () => {
    const here = await waitingHere(0);
    await stockBlanks(portal, here.paperId, 5);
    const [first, second] = [
      await verifiedCertificate(people, here),
      await verifiedCertificate(people, { ...here, collegeId: here.otherCollegeId }),
    ];
    const third = await verifiedCertificate(people, here);
    const [own, other] = await Promise.all(
      [here.collegeId, here.otherCollegeId].map(
        async (id) => (await desk.admin.api.colleges.getCollege({ id })).code,
      ),
    );
    expect(await batchOf(printer, here)).toMatchObject({
      waiting: 3,
      colleges: expect.arrayContaining([
        expect.objectContaining({ code: own, waiting: 2 }),
        expect.objectContaining({ code: other, waiting: 1 }),
      ]),
    });
    const numbersIn = async (choice: object) => {
      const { id } = await printer.api.printRuns.preparePrintRun({ ...choiceOf(here), ...choice });
      const run = await read(id);
      return [run.collegeCode, ...run.sheets.map((sheet) => sheet.convocationNumber)];
    };
    expect(await numbersIn({ collegeId: here.otherCollegeId })).toEqual([other, second.convocationNumber]);
    expect(await numbersIn({})).toEqual([own, first.convocationNumber]);
    expect(await numbersIn({})).toEqual([own, third.convocationNumber]);
  });

  test('binds nothing when fewer wait, in this type or college', async () => {
    const here = await waitingHere(1);
    const few = await expectDomainError(
      printer.api.printRuns.preparePrintRun(choiceOf(here, 2)),
      'print_runs.too_few_waiting',
    );
    expect(few.message).toContain('2 certificates are asked for and 1 of this choice are waiting.');
    for (const choice of [{ collegeId: here.otherCollegeId }, { certificateType: 'Diploma' }])
      await expectDomainError(
        printer.api.printRuns.preparePrintRun({ ...choiceOf(here), ...choice }),
        'print_runs.too_few_waiting',
      );
    await expectDomainError(
      printer.api.printRuns.preparePrintRun({ ...choiceOf(here), paperId: crypto.randomUUID() }),
      'stock.not_found',
    );
    expect(await batchOf(printer, here)).toMatchObject({ waiting: 1, inStore: 3 });
  });
});

describe('the stack', () => {
  test('starts with the first serial only, however it is typed; there is no print file before', async () => {
    const run = await composedRun(portal, printer, await waitingHere(2), 2);
    const [first, second] = serialsOf(run);
    const start = (topSerial: string) =>
      printer.api.printRuns.startPrintRun({ id: run.id, version: run.version, topSerial });
    expect(await codeOf(await printer.fetch(`/api/print-runs/${run.id}/document`))).toBe(
      'print_runs.not_started',
    );
    const wrong = await expectDomainError(start(second!), 'print_runs.other_serial_on_top');
    expect(wrong.data).toEqual({ expected: first, found: second });
    expect(wrong.message).toContain(`${first} has to lie on top of the stack, and it is ${second}.`);
    await expectDomainError(start('  '), 'request.invalid');
    expect(await read(run.id)).toMatchObject({ state: 'prepared', version: run.version });
    await start(` ${first!.toLowerCase().replace('a00', 'a 00')} `);
    expect(await statusOf(printer, `/api/print-runs/${run.id}/document`)).toBe(200);
  });

  test('goes on at the first sheet without an outcome, and the file has the remaining pages only', async () => {
    const run = await startedRun(portal, printer, await waitingHere(5), 5);
    const serials = serialsOf(run);
    const resume = (topSerial: string) => printer.api.printRuns.resumePrintRun({ id: run.id, topSerial });
    const file = (from: number) => printer.fetch(`/api/print-runs/${run.id}/remaining-document?from=${from}`);
    const unrecorded = await expectDomainError(resume(serials[3]!), 'print_runs.sheets_before_top');
    expect(unrecorded.data).toEqual({ found: serials[3], first: serials[0], last: serials[2], before: 3 });
    await record(run, [1, 2]);
    await record(run, [3], 'Jam');
    await expectDomainError(resume(serials[2]!), 'print_runs.other_serial_on_top');
    expect(await resume(serials[3]!)).toEqual({ from: 4, sheets: 2 });
    expect(await codeOf(await printer.fetch(`/api/print-runs/${run.id}/document`))).toBe(
      'print_runs.printed_already',
    );
    const response = await file(4);
    expect(response.headers.get('content-disposition')).toContain(`${run.runNumber}-from-sheet-4.pdf`);
    const pages = await pageTexts(Buffer.from(await response.arrayBuffer()));
    expect(pages).toHaveLength(2);
    for (const [index, page] of pages.entries()) expect(page).toContain(serials[3 + index]);
    await record(run, [4]);
    expect(await codeOf(await file(4)), 'a tab that is loaded again').toBe('print_runs.printed_already');
    expect(await read(run.id)).toMatchObject({ openAt: 5 });
    await record(run, [5]);
    await expectDomainError(resume(serials[4]!), 'print_runs.nothing_left');
    const closed = await closeRun(printer, run.id);
    expect(await codeOf(await file(5))).toBe('print_runs.not_printing');
    await expectDomainError(
      printer.api.printRuns.resumePrintRun({ id: closed.id, topSerial: serials[4]! }),
      'print_runs.not_printing',
    );
    const auditor = await portal.as('auditor');
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'print_run', recordId: run.id });
    expect(rows.map(({ event }) => event)).toEqual([
      'print_runs.closed',
      'print_runs.file_opened',
      'print_runs.resumed',
      'print_runs.file_opened',
      'print_runs.started',
      'print_runs.composed',
      'print_runs.prepared',
    ]);
  });
});

describe('closing', () => {
  test('is refused while the counts differ, says which, and stores what was counted', async () => {
    const run = await startedRun(portal, printer, await waitingHere(3), 3);
    await record(run, [1, 2]);
    await record(run, [3], 'Smudge');
    const { version } = await read(run.id);
    const close = (goodSheets: number, spoiltSheets: number) =>
      printer.api.printRuns.closePrintRun({ id: run.id, version, goodSheets, spoiltSheets });
    const spoilt = await expectDomainError(close(2, 0), 'print_runs.counts_differ');
    expect(spoilt.message).toMatch(/^Spoilt sheets: 0 counted, 1 recorded\. Count again/);
    const both = await expectDomainError(close(1, 2), 'print_runs.counts_differ');
    expect(both.message).toContain('Good sheets: 1 counted, 2 recorded.');
    expect(both.message).toContain('Spoilt sheets: 2 counted, 1 recorded.');
    await expectDomainError(
      printer.api.printRuns.closePrintRun({
        id: run.id,
        version: version - 1,
        goodSheets: 2,
        spoiltSheets: 1,
      }),
      'records.stale',
    );
    expect(await read(run.id)).toMatchObject({ state: 'printing', countedGood: null });
    await close(2, 1);
    expect(await read(run.id)).toMatchObject({ state: 'closed', countedGood: 2, countedSpoilt: 1 });
  });

  test('holds in the table too', async () => {
    const run = await startedRun(portal, printer, await waitingHere(1), 1);
    await record(run, [1]);
    const closeBy = (good: number | null, spoilt: number | null) =>
      sql`update print_runs set state = 'closed', closed_at = now(), closed_by = ${good === null ? null : printer.actor.id},
                 counted_good = ${good}, counted_spoilt = ${spoilt} where id = ${run.id}`.execute(
        portal.services.db,
      );
    await expect(closeBy(null, null)).rejects.toMatchObject({ constraint: 'print_runs__counts_agree' });
    await expect(closeBy(0, 1)).rejects.toMatchObject({ constraint: 'print_runs__counts_agree' });
    await closeRun(printer, run.id);
    await expect(closeBy(0, 1)).rejects.toMatchObject({ constraint: 'print_runs__counts_agree' });
    await expect(
      portal.services.db.deleteFrom('sheets').where('print_run_id', '=', run.id).execute(),
    ).rejects.toMatchObject({ constraint: 'sheets__only_withdrawn_leave' });
  });
});

describe('the report', () => {
  test('has counts, spoilt serials with reasons and every sheet, for auditors too, and is logged', async () => {
    const run = await startedRun(portal, printer, await waitingHere(3), 3);
    const report = (caller: Pick<StaffCaller, 'fetch'>) => caller.fetch(`/api/print-runs/${run.id}/report`);
    const auditor = await portal.as('auditor');
    expect(await codeOf(await report(auditor))).toBe('print_runs.not_closed');
    await record(run, [1, 3]);
    await record(run, [2], 'Smudge');
    await closeRun(printer, run.id);
    const response = await report(auditor);
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="report-${run.runNumber}.pdf"`,
    );
    const text = (await pageTexts(Buffer.from(await response.arrayBuffer()))).join(' ');
    for (const words of [run.runNumber, run.operator, 'Smudge', ...serialsOf(run)])
      expect(text).toContain(words);
    expect(text).toMatch(
      /Good sheets\s+2\s+2\s+Spoilt sheets\s+1\s+1\s+Missing sheets\s+0\s+0\s+All sheets\s+3\s+3/,
    );
    for (const sheet of run.sheets) expect(text).toContain(sheet.convocationNumber);
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'print_run', recordId: run.id });
    expect(rows[0]).toMatchObject({ event: 'print_runs.report_printed', after: { good: 2, spoilt: 1 } });
  });
});
