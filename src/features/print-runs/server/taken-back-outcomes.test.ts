import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk, rangeOf } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { choiceOf, closeRun, startedRun } from '#dev/testing/print-room.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import type { Sheet } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });

describe('taking an outcome back', () => {
  test('of a good sheet binds it again; the certificate is in the run and verifies nothing', async () => {
    const run = await desk.startHere(1);
    const [sheet] = run.sheets as [Sheet];
    await desk.record(run, sheet);
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'genuine' });
    expect(await desk.takeBack(run, sheet)).toEqual({ open: 1 });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'not_printed' });
    expect(await desk.certificateOf(sheet.certificateId)).toMatchObject({
      state: 'in_run',
      printedAt: null,
      blankSerial: null,
    });
    const { state, runNumber, movements } = await desk.blankOf(sheet);
    expect({ state, runNumber }).toEqual({ state: 'bound', runNumber: run.runNumber });
    expect(movements.map(({ act }) => act)).toEqual(['received', 'bound', 'printed', 'taken_back']);
    await expectDomainError(desk.takeBack(run, sheet), 'print_runs.sheet_undecided');
    await desk.record(run, sheet, 'spoilt');
    await desk.takeBack(run, sheet);
    await desk.record(run, sheet);
    const rows = await desk.eventsOf('certificate', sheet.certificateId);
    expect(rows.slice(0, 5).map(({ event }) => event)).toEqual([
      'certificates.printed',
      'certificates.outcome_taken_back',
      'certificates.spoilt',
      'certificates.outcome_taken_back',
      'certificates.printed',
    ]);
    expect(rows[1]!.before).toEqual({
      ...{ state: 'to_print', outcome: 'spoilt', reason: 'Jam' },
      holderId: expect.any(String),
    });
  });

  test('of a reprint revives exactly the copy that it superseded, and opens the request again', async () => {
    const here = await desk.waitingHere(1);
    const first = await startedRun(desk.portal, desk.printer, here);
    const original = first.sheets[0]!;
    await desk.record(first, original);
    await closeRun(desk.printer, first.id);
    const printed = await desk.certificateOf(original.certificateId);
    const { run, sheet, request } = await desk.startReprint(original, here);
    const readRequest = () => desk.admin.api.reprints.getReprintRequest({ id: request });
    await desk.record(run, sheet);
    expect(await desk.verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    expect((await readRequest()).reprintedAt).not.toBeNull();

    await desk.takeBack(run, sheet);
    expect(await desk.verdictOf(original)).toMatchObject({ verdict: 'genuine', copyNumber: 0 });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'not_issued' });
    expect(await readRequest()).toMatchObject({ status: 'approved', reprintedAt: null });
    expect(await desk.certificateOf(original.certificateId)).toMatchObject({
      state: 'in_run',
      copyNumber: 0,
      blankSerial: original.blankSerial,
      printedAt: printed.printedAt,
      waitingSince: expect.any(String),
    });
    await desk.record(run, sheet);
    expect(await desk.verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    expect(await desk.verdictOf(sheet)).toMatchObject({ verdict: 'genuine', copyNumber: 1 });
    await closeRun(desk.printer, run.id);
    await expectDomainError(desk.takeBack(run, sheet), 'print_runs.not_printing');
  });

  test('is refused for a copy that is handed over, singly or in a bundle, or about which a reprint is asked', async () => {
    const run = await desk.startHere(3);
    const [collected, bundled, asked] = run.sheets as [Sheet, Sheet, Sheet];
    for (const sheet of run.sheets) await desk.record(run, sheet);
    await desk.handOver(collected.certificateId);
    await desk.receiver.api.bundles.handOverBundle({
      certificateIds: [bundled.certificateId],
      deliveredTo: 'Dr. Savitri Hegde',
      designation: 'Principal',
      identitySeen: 'passport',
    });
    await requestReprint(desk.receiver, asked.certificateId);
    await expectDomainError(desk.takeBack(run, collected), 'print_runs.sheet_handed_over');
    await expectDomainError(desk.takeBack(run, bundled), 'print_runs.sheet_handed_over');
    await expectDomainError(desk.takeBack(run, asked), 'print_runs.reprint_asked');
    const clear = (sheet: Sheet) =>
      desk.execute(
        sql`update sheets set outcome = null, outcome_at = null, outcome_by = null where id = ${sheet.id}`,
      );
    await expect(clear(collected)).rejects.toMatchObject({ constraint: 'sheets__not_handed_over' });
    await expect(clear(asked)).rejects.toMatchObject({ constraint: 'sheets__no_reprint_asked' });
    await closeRun(desk.printer, run.id);
    await expect(clear(collected)).rejects.toMatchObject({ constraint: 'sheets__taken_back_while_printing' });
    await expect(
      desk.execute(sql`update sheets set outcome = 'spoilt', outcome_reason = 'Jam' where id = ${asked.id}`),
    ).rejects.toMatchObject({ constraint: 'sheets__outcome_stays' });
  });

  test('of a spoilt sheet puts the certificate back, unless it is bound elsewhere or the sheet left the printer', async () => {
    const here = await desk.waitingHere(2);
    const run = await startedRun(desk.portal, desk.printer, here, 2);
    const [first, second] = run.sheets as [Sheet, Sheet];
    await desk.record(run, first, 'spoilt');
    await desk.takeBack(run, first);
    expect(await desk.blankOf(first)).toMatchObject({ state: 'bound', runNumber: run.runNumber });
    expect(await desk.certificateOf(first.certificateId)).toMatchObject({ state: 'in_run' });

    await desk.record(run, first, 'spoilt');
    const { id: elsewhere } = await desk.printer.api.printRuns.preparePrintRun(choiceOf(here));
    const bound = await expectDomainError(desk.takeBack(run, first), 'print_runs.certificate_elsewhere');
    expect(bound.message).toContain(first.convocationNumber);
    const { version } = await desk.read(elsewhere);
    await desk.printer.api.printRuns.withdrawPrintRun({ id: elsewhere, version });
    await desk.takeBack(run, first);

    await desk.record(run, second, 'spoilt');
    const paper = (await desk.admin.api.stock.getCustody()).papers.find(({ id }) => id === here.paperId)!;
    await desk.admin.api.stock.returnBlanks({ id: paper.id, serials: rangeOf(second) });
    const left = await expectDomainError(desk.takeBack(run, second), 'print_runs.sheet_left');
    expect(left.message).toContain(`${second.blankSerial} is no longer where this outcome left it`);
    await desk.record(run, first);
  });

  test('of a spoilt sheet is refused once another run printed the copy, also when its reprint is approved', async () => {
    const here = await desk.waitingHere(1);
    const run = await startedRun(desk.portal, desk.printer, here, 1);
    const [spoilt] = run.sheets as [Sheet];
    await desk.record(run, spoilt, 'spoilt');
    const later = await startedRun(desk.portal, desk.printer, here, 1);
    await desk.record(later, later.sheets[0]!);
    await expectDomainError(desk.takeBack(run, spoilt), 'print_runs.certificate_elsewhere');
    const request = await requestReprint(desk.receiver, spoilt.certificateId);
    await desk.admin.api.reprints.approveReprint({ id: request, version: 1 });
    expect(await desk.certificateOf(spoilt.certificateId)).toMatchObject({ state: 'to_print' });
    await expectDomainError(desk.takeBack(run, spoilt), 'print_runs.certificate_elsewhere');
  });

  test('is refused for a sheet of another run', async () => {
    const [run, other] = [await desk.startHere(1), await desk.startHere(1)];
    await desk.record(run, run.sheets[0]!);
    await expectDomainError(desk.takeBack(other, run.sheets[0]!), 'print_runs.sheet_not_found');
  });
});

describe('any sequence of outcomes and take-backs', () => {
  test('keeps the books', async () => {
    const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);
    console.log(`SEQUENCES_SEED=${seed}`);
    const random = seeded(seed);
    const here = await desk.waitingHere(4);
    await verifiedCertificate(desk.room, here);
    const first = await startedRun(desk.portal, desk.printer, here, 4);
    for (const sheet of first.sheets) await desk.record(first, sheet);
    await closeRun(desk.printer, first.id);
    const reprints = first.sheets.slice(0, 1);
    for (const sheet of reprints) {
      const request = await requestReprint(desk.receiver, sheet.certificateId);
      await desk.admin.api.reprints.approveReprint({ id: request, version: 1 });
    }
    const run = await startedRun(desk.portal, desk.printer, here, 2);
    const done: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const sheet = pick(random, run.sheets);
      const act = pick(random, ['good', 'spoilt', 'missing', 'back', 'back', 'hand over', 'cancel'] as const);
      const outcome = await perform(act, sheet).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? String(error),
      );
      done.push(`${act} ${sheet.position}: ${outcome}`);
      expect(outcome, `seed ${seed}: ${done.join(', ')}`).toMatch(
        /^(done|print_runs\.|certificates\.|records\.)/,
      );
    }
    expect(await faultsInStockBooks(desk.portal.ownerUrl), `seed ${seed}: ${done.join(', ')}`).toEqual([]);

    function perform(
      act: 'good' | 'spoilt' | 'missing' | 'back' | 'hand over' | 'cancel',
      sheet: Sheet,
    ): Promise<unknown> {
      if (act === 'back') return desk.takeBack(run, sheet);
      if (act === 'hand over') return desk.handOver(sheet.certificateId);
      if (act === 'cancel')
        return desk.admin.api.copies.cancelCopy({
          id: sheet.certificateId,
          copyId: sheet.id,
          reason: 'Tried',
        });
      return desk.record(run, sheet, act);
    }
  });
});
