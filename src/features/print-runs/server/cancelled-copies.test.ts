import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { closeRun, startedRun } from '#dev/testing/print-room.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import type { Sheet } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });

describe('cancelling a copy of a closed run', () => {
  const cancel = (caller: StaffCaller, sheet: Sheet) =>
    caller.api.copies.cancelCopy({
      id: sheet.certificateId,
      copyId: sheet.id,
      reason: 'The crest is missing.',
    });

  test('is not for who recorded it in the place of the operator either', async () => {
    const here = await desk.waitingHere(1);
    const run = await startedRun(desk.portal, desk.printer, here);
    const [sheet] = run.sheets as [Sheet];
    const recorder = await desk.portal.as('printer');
    await recorder.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: sheet.id, outcome: 'good' }],
    });
    await closeRun(desk.printer, run.id);
    await expectDomainError(cancel(recorder, sheet), 'certificates.own_copy');
    await expect(
      desk.execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${recorder.actor.id}, cancel_reason = 'x' where id = ${sheet.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__cancelled_by_another' });
  });

  test('takes a second person; the sheet is spoilt, and the certificate comes first in the next run', async () => {
    const here = await desk.waitingHere(2);
    const run = await startedRun(desk.portal, desk.printer, here);
    const [sheet] = run.sheets as [Sheet];
    await desk.record(run, sheet);
    await expectDomainError(cancel(desk.admin, sheet), 'certificates.run_not_closed');
    await closeRun(desk.printer, run.id);
    await expectDomainError(cancel(desk.printer, sheet), 'certificates.own_copy');
    await expectDomainError(cancel(desk.receiver, sheet), 'auth.not_permitted');
    await expect(
      desk.execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${desk.printer.actor.id}, cancel_reason = 'x' where id = ${sheet.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__cancelled_by_another' });
    const second = await desk.portal.as('printer');
    await cancel(second, sheet);
    expect(await desk.blankOf(sheet)).toMatchObject({ state: 'spoilt', holder: second.actor.name });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'cancelled' });
    expect(await desk.certificateOf(sheet.certificateId)).toMatchObject({
      state: 'to_print',
      printedAt: null,
      blankSerial: null,
    });
    await expectDomainError(cancel(desk.admin, sheet), 'certificates.copy_not_valid');
    const { copies } = await desk.receiver.api.copies.listCopies({ id: sheet.certificateId });
    expect(copies[0]).toMatchObject({
      state: 'cancelled',
      cancelledBy: second.actor.name,
      reason: 'The crest is missing.',
    });
    const rows = await desk.eventsOf('certificate', sheet.certificateId);
    expect(rows[0]).toMatchObject({
      event: 'certificates.copy_cancelled',
      after: { blank: sheet.blankSerial },
    });

    const { batches } = await desk.printer.api.printRuns.listPrintBatches();
    expect(batches.find(({ paperId }) => paperId === here.paperId)).toMatchObject({
      waiting: 2,
      reprints: 1,
    });
    const { papers } = await desk.admin.api.stock.getCustody();
    const paper = papers.find(({ id }) => id === here.paperId)!;
    expect(paper.daysLeft).toBe((paper.inStore + paper.issued) * 30);
    const next = await startedRun(desk.portal, desk.printer, here);
    expect(next.sheets[0]).toMatchObject({ certificateId: sheet.certificateId, copyNumber: 0 });
    await desk.record(next, next.sheets[0]!);
    expect(await desk.verdictOf(next.sheets[0]!)).toMatchObject({ verdict: 'genuine', copyNumber: 0 });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'cancelled' });
  });

  test('never when it is handed over or a reprint of it is asked', async () => {
    const run = await desk.startHere(2);
    const [collected, asked] = run.sheets as [Sheet, Sheet];
    for (const sheet of run.sheets) await desk.record(run, sheet);
    await closeRun(desk.printer, run.id);
    await desk.handOver(collected.certificateId);
    await requestReprint(desk.receiver, asked.certificateId);
    await expectDomainError(cancel(desk.admin, collected), 'certificates.copy_left');
    await expectDomainError(cancel(desk.admin, asked), 'certificates.reprint_asked');
    await expect(
      desk.execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${desk.admin.actor.id}, cancel_reason = 'x' where id = ${collected.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__not_handed_over' });
  });

  test('never brings a revoked certificate back to the print queue', async () => {
    const run = await desk.startHere(1);
    const [sheet] = run.sheets as [Sheet];
    await desk.record(run, sheet);
    await closeRun(desk.printer, run.id);
    await revoke(desk.portal, sheet.certificateId);
    await expectDomainError(cancel(desk.admin, sheet), 'certificates.revoked');
    expect(await desk.certificateOf(sheet.certificateId)).toMatchObject({ state: 'revoked' });
  });

  test('of a reprint leaves the copy before it superseded, and the next sheet has its number', async () => {
    const here = await desk.waitingHere(1);
    const first = await startedRun(desk.portal, desk.printer, here);
    const original = first.sheets[0]!;
    await desk.record(first, original);
    await closeRun(desk.printer, first.id);
    const { run, sheet } = await desk.startReprint(original, here);
    await desk.record(run, sheet);
    await closeRun(desk.printer, run.id);
    await cancel(desk.admin, sheet);
    expect(await desk.verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    const again = await startedRun(desk.portal, desk.printer, here);
    expect(again.sheets[0]).toMatchObject({ copyNumber: 1 });
    await desk.record(again, again.sheets[0]!);
    await desk.takeBack(again, again.sheets[0]!);
    expect(await desk.verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    await desk.record(again, again.sheets[0]!);
  });
});
