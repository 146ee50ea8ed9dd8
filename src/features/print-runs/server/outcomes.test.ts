import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice, type Office, verifiedCertificate } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import {
  choiceOf,
  closeRun,
  composedRun,
  openPrintFile,
  startedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { unscoped } from '#platform/server/db/database.ts';
import type { PrintRunDetail, Sheet } from '../contract.ts';

let portal: Portal;
let office: Office;
let people: { receiver: StaffCaller; caseWorker: StaffCaller };
let printer: StaffCaller;
let admin: StaffCaller;
let auditor: StaffCaller;

beforeAll(async () => {
  portal = await startPortal({ worker: true });
  office = await createOffice(portal);
  people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  printer = await portal.as('printer');
  admin = await portal.as('admin');
  auditor = await portal.as('auditor');
});
afterAll(async () => {
  const faults = await faultsInStockBooks(portal.ownerUrl);
  await portal.close();
  expect(faults).toEqual([]);
});

const waitingHere = (certificates: number) => waitingOffice(portal, people, { office, certificates });
const startHere = async (certificates: number) =>
  startedRun(portal, printer, await waitingHere(certificates), certificates);
const read = (id: string) => printer.api.printRuns.getPrintRun({ id });
const takeBack = (run: { id: string }, sheet: { id: string }) =>
  printer.api.printRuns.takeBackOutcome({ id: run.id, sheetId: sheet.id });
const execute = (statement: ReturnType<typeof sql>) => statement.execute(unscoped(portal.services.db));

function record(run: { id: string }, sheet: { id: string }, how: 'good' | 'spoilt' | 'missing' = 'good') {
  const outcome = {
    good: { sheetId: sheet.id, outcome: 'good' as const },
    spoilt: { sheetId: sheet.id, outcome: 'spoilt' as const, reason: 'Jam' as const },
    missing: { sheetId: sheet.id, outcome: 'missing' as const, reason: 'Not in the tray, not on the floor' },
  }[how];
  return printer.api.printRuns.recordSheets({ id: run.id, outcomes: [outcome] });
}

/** What somebody who holds the sheet reads at /verify. */
async function verdictOf(sheet: Pick<Sheet, 'id' | 'convocationNumber'>) {
  const { verification_code } = await unscoped(portal.services.db)
    .selectFrom('sheets')
    .select('verification_code')
    .where('id', '=', sheet.id)
    .executeTakeFirstOrThrow();
  const { university: _, ...verdict } = await portal.anonymous.api.verification.verifyCertificate({
    number: sheet.convocationNumber,
    code: verification_code,
  });
  return verdict;
}

const certificateOf = ({ certificateId }: Sheet) =>
  people.receiver.api.certificates.getCertificate({ id: certificateId });
const blankOf = ({ blankSerial }: Sheet) => admin.api.stock.findBlank({ serial: blankSerial });

async function handOver(sheet: Sheet, earlierCopy?: object) {
  const { version } = await certificateOf(sheet);
  return people.receiver.api.certificates.handOverCertificate({
    id: sheet.certificateId,
    version,
    collectedBy: 'Priya Nair',
    identitySeen: 'Passport',
    ...(earlierCopy && { earlierCopy: earlierCopy as never }),
  });
}

/** The certificate of a sheet, in a run of its own as an approved reprint. */
async function startReprint(
  sheet: Sheet,
  here: Office,
): Promise<{ run: PrintRunDetail; sheet: Sheet; request: string }> {
  const request = await requestReprint(people.receiver, sheet.certificateId);
  await admin.api.reprints.approveReprint({ id: request, version: 1 });
  const run = await startedRun(portal, printer, here);
  return { run, sheet: run.sheets[0]!, request };
}

describe('no outcome before the print file was opened', () => {
  test('neither by the command nor by a statement, and each opening is in the log', async () => {
    const here = await waitingHere(1);
    const { id, version, sheets } = await composedRun(portal, printer, here);
    await printer.api.printRuns.startPrintRun({ id, version, topSerial: sheets[0]!.blankSerial });
    expect(await read(id)).toMatchObject({ file: { from: 1, openedAt: null } });
    for (const how of ['good', 'spoilt', 'missing'] as const) {
      const refused = await expectDomainError(record({ id }, sheets[0]!, how), 'print_runs.file_not_opened');
      expect(refused.message).toContain('Open the print file and print it first.');
    }
    await expect(
      execute(
        sql`update sheets set outcome = 'good', outcome_at = now(), outcome_by = ${printer.actor.id} where id = ${sheets[0]!.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__recorded_after_opening' });
    await openPrintFile(printer, id);
    await openPrintFile(printer, id);
    await record({ id }, sheets[0]!);
    expect((await read(id)).file?.openedAt).not.toBeNull();
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'print_run', recordId: id });
    expect(rows.filter(({ event }) => event === 'print_runs.file_opened')).toMatchObject([
      { actorName: printer.actor.name, after: { from: 1, sheets: 1 } },
      { actorName: printer.actor.name, after: { from: 1, sheets: 1 } },
    ]);
  });

  test('after a jam not before the file of the remaining sheets was opened', async () => {
    const run = await startHere(3);
    await record(run, run.sheets[0]!, 'spoilt');
    const resume = printer.api.printRuns.resumePrintRun;
    const file = (from: number) => printer.fetch(`/api/print-runs/${run.id}/remaining-document?from=${from}`);
    expect((await file(2)).status, 'before the stack was checked').toBe(409);
    await resume({ id: run.id, topSerial: run.sheets[1]!.blankSerial });
    await expectDomainError(record(run, run.sheets[1]!), 'print_runs.file_not_opened');
    await expectDomainError(record(run, run.sheets[2]!), 'print_runs.file_not_opened');
    await openPrintFile(printer, run.id, 2);
    await record(run, run.sheets[1]!);
    await takeBack(run, run.sheets[0]!);
    expect((await file(1)).status, 'sheet 1 is open again, and the stack not checked from it').toBe(409);
    await record(run, run.sheets[0]!);
    expect((await read(run.id)).openAt).toBe(3);
  });
});

describe('taking an outcome back', () => {
  test('of a good sheet binds it again; the certificate is in the run and verifies nothing', async () => {
    const run = await startHere(1);
    const [sheet] = run.sheets as [Sheet];
    await record(run, sheet);
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'genuine' });
    expect(await takeBack(run, sheet)).toEqual({ open: 1 });
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'not_printed' });
    expect(await certificateOf(sheet)).toMatchObject({ state: 'in_run', printedAt: null, blankSerial: null });
    const { state, runNumber, movements } = await blankOf(sheet);
    expect({ state, runNumber }).toEqual({ state: 'bound', runNumber: run.runNumber });
    expect(movements.map(({ act }) => act)).toEqual(['received', 'bound', 'printed', 'taken_back']);
    await expectDomainError(takeBack(run, sheet), 'print_runs.sheet_undecided');
    await record(run, sheet, 'spoilt');
    await takeBack(run, sheet);
    await record(run, sheet);
    const { rows } = await auditor.api.audit.listAuditEvents({
      recordType: 'certificate',
      recordId: sheet.certificateId,
    });
    expect(rows.slice(0, 5).map(({ event }) => event)).toEqual([
      'certificates.printed',
      'certificates.outcome_taken_back',
      'certificates.spoilt',
      'certificates.outcome_taken_back',
      'certificates.printed',
    ]);
    expect(rows[1]!.before).toEqual({ state: 'to_print', outcome: 'spoilt', reason: 'Jam' });
  });

  test('of a reprint revives exactly the copy that it superseded, and opens the request again', async () => {
    const here = await waitingHere(1);
    const first = await startedRun(portal, printer, here);
    const original = first.sheets[0]!;
    await record(first, original);
    await closeRun(printer, first.id);
    const printed = await certificateOf(original);
    const { run, sheet, request } = await startReprint(original, here);
    const readRequest = () => admin.api.reprints.getReprintRequest({ id: request });
    await record(run, sheet);
    expect(await verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    expect((await readRequest()).reprintedAt).not.toBeNull();

    await takeBack(run, sheet);
    expect(await verdictOf(original)).toMatchObject({ verdict: 'genuine', copyNumber: 0 });
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'not_issued' });
    expect(await readRequest()).toMatchObject({ status: 'approved', reprintedAt: null });
    expect(await certificateOf(original)).toMatchObject({
      state: 'in_run',
      copyNumber: 0,
      blankSerial: original.blankSerial,
      printedAt: printed.printedAt,
      waitingSince: expect.any(String),
    });
    await record(run, sheet);
    expect(await verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'genuine', copyNumber: 1 });
    await closeRun(printer, run.id);
    await expectDomainError(takeBack(run, sheet), 'print_runs.not_printing');
  });

  test('is refused for a copy that is handed over, singly or in a bundle, or about which a reprint is asked', async () => {
    const run = await startHere(3);
    const [collected, bundled, asked] = run.sheets as [Sheet, Sheet, Sheet];
    for (const sheet of run.sheets) await record(run, sheet);
    await handOver(collected);
    await people.receiver.api.bundles.handOverBundle({
      certificateIds: [bundled.certificateId],
      deliveredTo: 'Dr. Savitri Hegde',
      designation: 'Principal',
      identitySeen: 'Passport',
    });
    await requestReprint(people.receiver, asked.certificateId);
    await expectDomainError(takeBack(run, collected), 'print_runs.sheet_handed_over');
    await expectDomainError(takeBack(run, bundled), 'print_runs.sheet_handed_over');
    await expectDomainError(takeBack(run, asked), 'print_runs.reprint_asked');
    const clear = (sheet: Sheet) =>
      execute(
        sql`update sheets set outcome = null, outcome_at = null, outcome_by = null where id = ${sheet.id}`,
      );
    await expect(clear(collected)).rejects.toMatchObject({ constraint: 'sheets__not_handed_over' });
    await expect(clear(asked)).rejects.toMatchObject({ constraint: 'sheets__no_reprint_asked' });
    await closeRun(printer, run.id);
    await expect(clear(collected)).rejects.toMatchObject({ constraint: 'sheets__taken_back_while_printing' });
    await expect(
      execute(sql`update sheets set outcome = 'spoilt', outcome_reason = 'Jam' where id = ${asked.id}`),
    ).rejects.toMatchObject({ constraint: 'sheets__outcome_stays' });
  });

  test('of a spoilt sheet puts the certificate back, unless it is bound elsewhere or the sheet left the printer', async () => {
    const here = await waitingHere(2);
    const run = await startedRun(portal, printer, here, 2);
    const [first, second] = run.sheets as [Sheet, Sheet];
    await record(run, first, 'spoilt');
    await takeBack(run, first);
    expect(await blankOf(first)).toMatchObject({ state: 'bound', runNumber: run.runNumber });
    expect(await certificateOf(first)).toMatchObject({ state: 'in_run' });

    await record(run, first, 'spoilt');
    const { id: elsewhere } = await printer.api.printRuns.preparePrintRun(choiceOf(here));
    const bound = await expectDomainError(takeBack(run, first), 'print_runs.certificate_elsewhere');
    expect(bound.message).toContain(first.convocationNumber);
    const { version } = await read(elsewhere);
    await printer.api.printRuns.withdrawPrintRun({ id: elsewhere, version });
    await takeBack(run, first);

    await record(run, second, 'spoilt');
    const paper = (await admin.api.stock.getCustody()).papers.find(({ id }) => id === here.paperId)!;
    await admin.api.stock.returnBlanks({ id: paper.id, serials: rangeOf(second) });
    const left = await expectDomainError(takeBack(run, second), 'print_runs.sheet_left');
    expect(left.message).toContain(`${second.blankSerial} is no longer where this outcome left it`);
    await record(run, first);
  });

  test('of a spoilt sheet is refused once another run printed the copy, also when its reprint is approved', async () => {
    const here = await waitingHere(1);
    const run = await startedRun(portal, printer, here, 1);
    const [spoilt] = run.sheets as [Sheet];
    await record(run, spoilt, 'spoilt');
    const later = await startedRun(portal, printer, here, 1);
    await record(later, later.sheets[0]!);
    await expectDomainError(takeBack(run, spoilt), 'print_runs.certificate_elsewhere');
    const request = await requestReprint(people.receiver, spoilt.certificateId);
    await admin.api.reprints.approveReprint({ id: request, version: 1 });
    expect(await certificateOf(spoilt)).toMatchObject({ state: 'to_print' });
    await expectDomainError(takeBack(run, spoilt), 'print_runs.certificate_elsewhere');
  });

  test('is refused to who records nothing, and for a sheet of another run', async () => {
    const [run, other] = [await startHere(1), await startHere(1)];
    await record(run, run.sheets[0]!);
    await expectDomainError(takeBack(other, run.sheets[0]!), 'print_runs.sheet_not_found');
    for (const caller of [people.receiver, auditor])
      await expectDomainError(
        caller.api.printRuns.takeBackOutcome({ id: run.id, sheetId: run.sheets[0]!.id }),
        'auth.not_permitted',
      );
  });
});

describe('a sheet that cannot be found', () => {
  test('is missing: the run closes with it, the certificate waits, and found later it is spoilt and never verifies', async () => {
    const here = await waitingHere(2);
    const run = await startedRun(portal, printer, here, 2);
    const [good, lost] = run.sheets as [Sheet, Sheet];
    await record(run, good);
    await record(run, lost, 'missing');
    expect(await blankOf(lost)).toMatchObject({ state: 'missing', holder: null });
    expect(await certificateOf(lost)).toMatchObject({ state: 'to_print' });
    const { version } = await read(run.id);
    const close = (missingSheets: number) =>
      printer.api.printRuns.closePrintRun({
        id: run.id,
        version,
        goodSheets: 1,
        spoiltSheets: 0,
        missingSheets,
      });
    const differs = await expectDomainError(close(0), 'print_runs.counts_differ');
    expect(differs.message).toContain('Missing sheets: 0 counted, 1 recorded.');
    await close(1);
    expect(await read(run.id)).toMatchObject({ state: 'closed', missingCount: 1, countedMissing: 1 });
    expect(await verdictOf(lost)).toMatchObject({ verdict: 'not_issued', sheet: 'missing' });

    await admin.api.stock.reportFound({
      id: here.paperId,
      serials: rangeOf(lost),
      reason: 'Behind the printer',
    });
    expect(await blankOf(lost)).toMatchObject({ state: 'spoilt', holder: null });
    expect(await verdictOf(lost)).toMatchObject({ verdict: 'not_issued', sheet: 'missing' });
    await expect(
      execute(sql`with act as (
        insert into custody_acts (id, act, paper_id, acted_by, acted_at, remark, request_id)
        values (gen_random_uuid(), 'found', ${here.paperId}, ${admin.actor.id}, now(), 'x', 'x') returning id)
        update blanks set state = 'in_store', custody_act_id = act.id from act where serial = ${lost.blankSerial}`),
    ).rejects.toThrow();
    const again = await startedRun(portal, printer, here);
    expect(again.sheets[0]).toMatchObject({ certificateId: lost.certificateId, copyNumber: 0 });
  });

  test('turns up before the run is closed: the outcome is taken back', async () => {
    const run = await startHere(1);
    await record(run, run.sheets[0]!, 'missing');
    await takeBack(run, run.sheets[0]!);
    await record(run, run.sheets[0]!);
    expect(await verdictOf(run.sheets[0]!)).toMatchObject({ verdict: 'genuine' });
  });
});

describe('cancelling a copy of a closed run', () => {
  const cancel = (caller: StaffCaller, sheet: Sheet) =>
    caller.api.copies.cancelCopy({
      id: sheet.certificateId,
      copyId: sheet.id,
      reason: 'The crest is missing.',
    });

  test('is not for who recorded it in the place of the operator either', async () => {
    const here = await waitingHere(1);
    const run = await startedRun(portal, printer, here);
    const [sheet] = run.sheets as [Sheet];
    const recorder = await portal.as('printer');
    await recorder.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: sheet.id, outcome: 'good' }],
    });
    await closeRun(printer, run.id);
    await expectDomainError(cancel(recorder, sheet), 'certificates.own_copy');
    await expect(
      execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${recorder.actor.id}, cancel_reason = 'x' where id = ${sheet.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__cancelled_by_another' });
  });

  test('takes a second person; the sheet is spoilt, and the certificate comes first in the next run', async () => {
    const here = await waitingHere(2);
    const run = await startedRun(portal, printer, here);
    const [sheet] = run.sheets as [Sheet];
    await record(run, sheet);
    await expectDomainError(cancel(admin, sheet), 'certificates.run_not_closed');
    await closeRun(printer, run.id);
    await expectDomainError(cancel(printer, sheet), 'certificates.own_copy');
    await expectDomainError(cancel(people.receiver, sheet), 'auth.not_permitted');
    await expect(
      execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${printer.actor.id}, cancel_reason = 'x' where id = ${sheet.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__cancelled_by_another' });
    const second = await portal.as('printer');
    await cancel(second, sheet);
    expect(await blankOf(sheet)).toMatchObject({ state: 'spoilt', holder: second.actor.name });
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'cancelled' });
    expect(await certificateOf(sheet)).toMatchObject({
      state: 'to_print',
      printedAt: null,
      blankSerial: null,
    });
    await expectDomainError(cancel(admin, sheet), 'certificates.copy_not_valid');
    const { copies } = await people.receiver.api.copies.listCopies({ id: sheet.certificateId });
    expect(copies[0]).toMatchObject({
      state: 'cancelled',
      cancelledBy: second.actor.name,
      reason: 'The crest is missing.',
    });
    const { rows } = await auditor.api.audit.listAuditEvents({
      recordType: 'certificate',
      recordId: sheet.certificateId,
    });
    expect(rows[0]).toMatchObject({
      event: 'certificates.copy_cancelled',
      after: { blank: sheet.blankSerial },
    });

    const next = await startedRun(portal, printer, here);
    expect(next.sheets[0]).toMatchObject({ certificateId: sheet.certificateId, copyNumber: 0 });
    await record(next, next.sheets[0]!);
    expect(await verdictOf(next.sheets[0]!)).toMatchObject({ verdict: 'genuine', copyNumber: 0 });
    expect(await verdictOf(sheet)).toMatchObject({ verdict: 'not_issued', sheet: 'cancelled' });
  });

  test('never when it is handed over or a reprint of it is asked', async () => {
    const run = await startHere(2);
    const [collected, asked] = run.sheets as [Sheet, Sheet];
    for (const sheet of run.sheets) await record(run, sheet);
    await closeRun(printer, run.id);
    await handOver(collected);
    await requestReprint(people.receiver, asked.certificateId);
    await expectDomainError(cancel(admin, collected), 'certificates.copy_left');
    await expectDomainError(cancel(admin, asked), 'certificates.reprint_asked');
    await expect(
      execute(
        sql`update sheets set cancelled_at = now(), cancelled_by = ${admin.actor.id}, cancel_reason = 'x' where id = ${collected.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'sheets__not_handed_over' });
  });

  test('never brings a revoked certificate back to the print queue', async () => {
    const run = await startHere(1);
    const [sheet] = run.sheets as [Sheet];
    await record(run, sheet);
    await closeRun(printer, run.id);
    await revoke(portal, sheet.certificateId);
    await expectDomainError(cancel(admin, sheet), 'certificates.revoked');
    expect(await certificateOf(sheet)).toMatchObject({ state: 'revoked' });
  });

  test('of a reprint leaves the copy before it superseded, and the next sheet has its number', async () => {
    const here = await waitingHere(1);
    const first = await startedRun(portal, printer, here);
    const original = first.sheets[0]!;
    await record(first, original);
    await closeRun(printer, first.id);
    const { run, sheet } = await startReprint(original, here);
    await record(run, sheet);
    await closeRun(printer, run.id);
    await cancel(admin, sheet);
    expect(await verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    const again = await startedRun(portal, printer, here);
    expect(again.sheets[0]).toMatchObject({ copyNumber: 1 });
    await record(again, again.sheets[0]!);
    await takeBack(again, again.sheets[0]!);
    expect(await verdictOf(original)).toMatchObject({ verdict: 'superseded' });
    await record(again, again.sheets[0]!);
  });
});

describe('any sequence of outcomes and take-backs', () => {
  test('keeps the books', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    const random = randomOf(seed);
    const here = await waitingHere(4);
    await verifiedCertificate(people, here);
    const first = await startedRun(portal, printer, here, 4);
    for (const sheet of first.sheets) await record(first, sheet);
    await closeRun(printer, first.id);
    const reprints = first.sheets.slice(0, 1);
    for (const sheet of reprints) {
      const request = await requestReprint(people.receiver, sheet.certificateId);
      await admin.api.reprints.approveReprint({ id: request, version: 1 });
    }
    const run = await startedRun(portal, printer, here, 2);
    const done: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const sheet = run.sheets[Math.floor(random() * run.sheets.length)]!;
      const act = (['good', 'spoilt', 'missing', 'back', 'back', 'hand over', 'cancel'] as const)[
        Math.floor(random() * 7)
      ]!;
      const outcome = await perform(act, sheet).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? String(error),
      );
      done.push(`${act} ${sheet.position}: ${outcome}`);
      expect(outcome, `seed ${seed}: ${done.join(', ')}`).toMatch(
        /^(done|print_runs\.|certificates\.|records\.)/,
      );
    }
    expect(await faultsInStockBooks(portal.ownerUrl), `seed ${seed}: ${done.join(', ')}`).toEqual([]);

    function perform(
      act: 'good' | 'spoilt' | 'missing' | 'back' | 'hand over' | 'cancel',
      sheet: Sheet,
    ): Promise<unknown> {
      if (act === 'back') return takeBack(run, sheet);
      if (act === 'hand over') return handOver(sheet);
      if (act === 'cancel')
        return admin.api.copies.cancelCopy({ id: sheet.certificateId, copyId: sheet.id, reason: 'Tried' });
      return record(run, sheet, act);
    }
  });
});

function rangeOf({ blankSerial }: Sheet) {
  const number = Number(blankSerial.slice(-6));
  return [{ prefix: blankSerial.slice(0, -6), first: number, last: number }];
}

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
