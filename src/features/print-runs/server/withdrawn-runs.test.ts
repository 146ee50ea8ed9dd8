import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import type { Office } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { composedRun, startedRun } from '#dev/testing/print-room.ts';
import { codeOf } from '#dev/testing/status-of.ts';
import type { PrintRunDetail } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });
const { portal, printer, waitingHere, read } = desk;

const batchOf = async (caller: StaffCaller, { paperId }: Office) =>
  (await caller.api.printRuns.listPrintBatches()).batches.find((batch) => batch.paperId === paperId);
const serialsOf = (run: PrintRunDetail) => run.sheets.map((sheet) => sheet.blankSerial);

describe('a prepared run that is withdrawn', () => {
  test('gives its blanks back to where they came from and its certificates to the queue', async () => {
    const here = await waitingHere(3);
    const keeper = await portal.as('admin');
    await keeper.api.stock.issueBlanks({
      id: here.paperId,
      holderId: printer.actor.id,
      sheets: { count: 2 },
    });
    const statesOf = async () =>
      (
        await portal.services.db
          .selectFrom('blanks')
          .select(['serial', 'state', 'held_by', 'print_run_id'])
          .where('paper_id', '=', here.paperId)
          .orderBy('serial')
          .execute()
      ).map(({ state, held_by }) => `${state} ${held_by === null ? 'store' : 'operator'}`);
    const before = await statesOf();
    expect(before).toEqual([
      'issued operator',
      'issued operator',
      'in_store store',
      'in_store store',
      'in_store store',
    ]);
    const run = await composedRun(portal, printer, here, 3);
    expect(await batchOf(printer, here)).toBeUndefined();
    await expectDomainError(
      printer.api.printRuns.withdrawPrintRun({ id: run.id, version: run.version - 1 }),
      'records.stale',
    );
    await printer.api.printRuns.withdrawPrintRun({ id: run.id, version: run.version });
    expect(await statesOf()).toEqual(before);
    expect(await batchOf(printer, here)).toMatchObject({ waiting: 3, inStore: 3, issuedToYou: 2 });
    expect(await read(run.id)).toMatchObject({
      state: 'withdrawn',
      withdrawnBy: printer.actor.name,
      sheetCount: 0,
      openAt: null,
    });
    const open = await printer.api.printRuns.listPrintRuns({ state: 'open', limit: 100 });
    expect(open.rows.map(({ id }) => id)).not.toContain(run.id);

    const auditor = await portal.as('auditor');
    const { certificateId } = run.sheets[0]!;
    const { rows } = await auditor.api.audit.listAuditEvents({
      recordType: 'certificate',
      recordId: certificateId,
    });
    expect(rows[0]).toMatchObject({
      event: 'certificates.released',
      before: { printRun: run.runNumber, blank: run.sheets[0]!.blankSerial },
      after: { state: 'to_print' },
    });

    const again = await startedRun(portal, printer, here, 3);
    expect(serialsOf(again)).toEqual(serialsOf(run));
    expect(again.sheets.map((sheet) => sheet.convocationNumber)).toEqual(
      run.sheets.map((sheet) => sheet.convocationNumber),
    );
    await expectDomainError(
      printer.api.printRuns.withdrawPrintRun({ id: again.id, version: again.version }),
      'print_runs.not_prepared',
    );
  });

  test('does nothing more: it is neither started nor printed', async () => {
    const run = await composedRun(portal, printer, await waitingHere(1), 1);
    const { id, version } = run;
    const withdrawn = await printer.api.printRuns.withdrawPrintRun({ id, version });
    await expectDomainError(
      printer.api.printRuns.startPrintRun({
        id,
        version: withdrawn.version,
        topSerial: run.sheets[0]!.blankSerial,
      }),
      'print_runs.not_prepared',
    );
    expect(await codeOf(await printer.fetch(`/api/print-runs/${id}/document`))).toBe(
      'print_runs.printed_already',
    );
    await expectDomainError(
      printer.api.printRuns.withdrawPrintRun({ id, version: withdrawn.version }),
      'print_runs.not_prepared',
    );
  });
});
