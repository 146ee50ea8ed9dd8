import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk, rangeOf } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { composedRun, openPrintFile, startedRun } from '#dev/testing/print-room.ts';
import type { Sheet } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });

describe('no outcome before the print file was opened', () => {
  test('neither by the command nor by a statement, and each opening is in the log', async () => {
    const here = await desk.waitingHere(1);
    const { id, version, sheets } = await composedRun(desk.portal, desk.printer, here);
    await desk.printer.api.printRuns.startPrintRun({ id, version, topSerial: sheets[0]!.blankSerial });
    expect(await desk.read(id)).toMatchObject({ file: { from: 1, openedAt: null } });
    for (const how of ['good', 'spoilt', 'missing'] as const) {
      const refused = await expectDomainError(
        desk.record({ id }, sheets[0]!, how),
        'print_runs.file_not_opened',
      );
      expect(refused.message).toContain('Open the print file and print it first.');
    }
    await expect(
      desk.execute(
        sql`update sheets set outcome = 'good', outcome_at = now(), outcome_by = ${desk.printer.actor.id} where id = ${sheets[0]!.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__recorded_after_opening' });
    await openPrintFile(desk.printer, id);
    await openPrintFile(desk.printer, id);
    await desk.record({ id }, sheets[0]!);
    expect((await desk.read(id)).file?.openedAt).not.toBeNull();
    const rows = await desk.eventsOf('print_run', id);
    expect(rows.filter(({ event }) => event === 'print_runs.file_opened')).toMatchObject([
      { actorName: desk.printer.actor.name, after: { from: 1, sheets: 1 } },
      { actorName: desk.printer.actor.name, after: { from: 1, sheets: 1 } },
    ]);
  });

  test('after a jam not before the file of the remaining sheets was opened', async () => {
    const run = await desk.startHere(3);
    await desk.record(run, run.sheets[0]!, 'spoilt');
    const resume = desk.printer.api.printRuns.resumePrintRun;
    const file = (from: number) =>
      desk.printer.fetch(`/api/print-runs/${run.id}/remaining-document?from=${from}`);
    expect((await file(2)).status, 'before the stack was checked').toBe(409);
    await resume({ id: run.id, topSerial: run.sheets[1]!.blankSerial });
    await expectDomainError(desk.record(run, run.sheets[1]!), 'print_runs.file_not_opened');
    await expectDomainError(desk.record(run, run.sheets[2]!), 'print_runs.file_not_opened');
    await openPrintFile(desk.printer, run.id, 2);
    await desk.record(run, run.sheets[1]!);
    await desk.takeBack(run, run.sheets[0]!);
    expect((await file(1)).status, 'sheet 1 is open again, and the stack not checked from it').toBe(409);
    await desk.record(run, run.sheets[0]!);
    expect((await desk.read(run.id)).openAt).toBe(3);
  });
});

describe('a sheet that cannot be found', () => {
  test('is missing: the run closes with it, the certificate waits, and found later it is spoilt and never verifies', async () => {
    const here = await desk.waitingHere(2);
    const run = await startedRun(desk.portal, desk.printer, here, 2);
    const [good, lost] = run.sheets as [Sheet, Sheet];
    await desk.record(run, good);
    await desk.record(run, lost, 'missing');
    expect(await desk.blankOf(lost)).toMatchObject({ state: 'missing', holder: null });
    expect(await desk.certificateOf(lost.certificateId)).toMatchObject({ state: 'to_print' });
    const { version } = await desk.read(run.id);
    const close = (missingSheets: number) =>
      desk.printer.api.printRuns.closePrintRun({
        id: run.id,
        version,
        goodSheets: 1,
        spoiltSheets: 0,
        missingSheets,
      });
    const differs = await expectDomainError(close(0), 'print_runs.counts_differ');
    expect(differs.message).toContain('Missing sheets: 0 counted, 1 recorded.');
    await close(1);
    expect(await desk.read(run.id)).toMatchObject({ state: 'closed', missingCount: 1, countedMissing: 1 });
    expect(await desk.verdictOf(lost)).toMatchObject({ verdict: 'not_issued', sheet: 'missing' });

    await desk.admin.api.stock.reportFound({
      id: here.paperId,
      serials: rangeOf(lost),
      reason: 'Behind the printer',
    });
    expect(await desk.blankOf(lost)).toMatchObject({ state: 'spoilt', holder: null });
    expect(await desk.verdictOf(lost)).toMatchObject({ verdict: 'not_issued', sheet: 'missing' });
    await expect(
      desk.execute(sql`with act as (
        insert into custody_acts (id, act, paper_id, acted_by, acted_at, remark, request_id)
        values (gen_random_uuid(), 'found', ${here.paperId}, ${desk.admin.actor.id}, now(), 'x', 'x') returning id)
        update blanks set state = 'in_store', custody_act_id = act.id from act where serial = ${lost.blankSerial}`),
    ).rejects.toThrow();
    const again = await startedRun(desk.portal, desk.printer, here);
    expect(again.sheets[0]).toMatchObject({ certificateId: lost.certificateId, copyNumber: 0 });
  });

  test('turns up before the run is closed: the outcome is taken back', async () => {
    const run = await desk.startHere(1);
    await desk.record(run, run.sheets[0]!, 'missing');
    await desk.takeBack(run, run.sheets[0]!);
    await desk.record(run, run.sheets[0]!);
    expect(await desk.verdictOf(run.sheets[0]!)).toMatchObject({ verdict: 'genuine' });
  });
});
