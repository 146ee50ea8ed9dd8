import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { unique } from '#dev/testing/unique.ts';
import { inLanguage, translated } from '#platform/server/words/in-language.ts';
import { dayInIndia } from '#shared/format.ts';
import { whyMoved } from '../columns.ts';
import type { SerialRange } from '../serials.ts';

const { portal, office } = await sharedOffice();
/** Receives what comes, and so keeps the ledger. */
const keeper = await portal.as('admin', { name: 'Anita' });
const second = await portal.as('admin', { name: 'Suresh' });
const third = await portal.as('admin', { name: 'Kamala' });
const printer = await portal.as('printer', { name: 'Prakash' });
afterAll(async () => expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]));

/** A paper of its own with so many sheets in store, from number 1 of a prefix that no other test has. */
async function stockedPaper(
  count: number,
): Promise<{ id: string; at: (first: number, last?: number) => SerialRange[] }> {
  const number = unique();
  const letterOf = (ordinal: number) => String.fromCharCode(65 + (ordinal % 26));
  const prefix = `T${letterOf(number)}${letterOf(Math.floor(number / 26))}`;
  const { id } = await keeper.api.papers.addEntry({
    name: 'Linen',
    code: `LIN-${number}`,
    colour: `Shade ${number}`,
    warnBelow: 10,
  });
  const receipt = await keeper.api.stock.receiveBlanks({
    paperId: id,
    serialPrefix: prefix,
    firstSerial: 1,
    lastSerial: count,
    totalQuantity: count,
    receivedOn: dayInIndia(new Date()),
  });
  await second.api.stock.approveBlanks({ id: receipt.id, version: 1 });
  return { id, at: (first, last = first) => [{ prefix, first, last }] };
}

async function custodyOf(paperId: string) {
  const { papers } = await keeper.api.stock.getCustody();
  return papers.find((paper) => paper.id === paperId)!;
}

/** `in_store 5`, `issued to Prakash 3`. */
async function balancesOf(paperId: string): Promise<string[]> {
  const { balances } = await custodyOf(paperId);
  return balances.map(({ state, holder, quantity }) => `${state}${holder ? ` ${holder}` : ''} ${quantity}`);
}

describe('issuing', () => {
  test('takes the first sheets in serial order, or those that are named, and the ledger says who has them', async () => {
    const paper = await stockedPaper(100);
    const issued = await keeper.api.stock.issueBlanks({
      id: paper.id,
      holderId: printer.actor.id,
      sheets: { count: 10 },
    });
    expect(issued).toMatchObject({
      quantity: 10,
      serials: expect.stringMatching(/^T\w\w000001–T\w\w000010$/),
    });
    await keeper.api.stock.issueBlanks({
      id: paper.id,
      holderId: printer.actor.id,
      sheets: { serials: paper.at(50, 51) },
    });
    expect(await balancesOf(paper.id)).toEqual(['in_store 88', 'issued Prakash 12']);
    const history = await printer.api.stock.findBlank({ serial: `${paper.at(50)[0]!.prefix}50` });
    expect(history).toMatchObject({ state: 'issued', holder: 'Prakash' });
    expect(history.movements.map(({ act, by, fromState, toState }) => [act, by, fromState, toState])).toEqual(
      [
        ['received', 'Anita', null, 'in_store'],
        ['issued', 'Anita', 'in_store', 'issued'],
      ],
    );
  });

  test('names the receiver whom the stock list names, and beside them who approved', async () => {
    const paper = await stockedPaper(3);
    const { serials } = await keeper.api.stock.issueBlanks({
      id: paper.id,
      holderId: printer.actor.id,
      sheets: { count: 1 },
    });
    const { rows: deliveries } = await keeper.api.stock.listBlankReceipts({
      search: (await custodyOf(paper.id)).code,
    });
    const { rows } = await keeper.api.stock.listMovements({ search: serials, act: 'received' });
    expect(rows).toEqual([
      expect.objectContaining({ by: deliveries[0]!.receivedBy, witness: deliveries[0]!.approvedBy }),
    ]);
    expect(rows[0]).toMatchObject({ by: 'Anita', witness: 'Suresh' });
  });

  longTest('moves ten thousand sheets in one movement, in less than five seconds', async () => {
    const paper = await stockedPaper(10_000);
    const start = performance.now();
    await keeper.api.stock.issueBlanks({
      id: paper.id,
      holderId: printer.actor.id,
      sheets: { count: 10_000 },
    });
    expect(performance.now() - start).toBeLessThan(5_000);
    const { rows } = await keeper.api.stock.listMovements({ search: `${paper.at(1)[0]!.prefix}777` });
    expect(rows.map(({ act, quantity }) => [act, quantity])).toEqual([
      ['issued', 10_000],
      ['received', 10_000],
    ]);
  });

  test('is refused for sheets that are not in store, not in the books, and for people who do not print', async () => {
    const paper = await stockedPaper(5);
    const to = { id: paper.id, holderId: printer.actor.id };
    await keeper.api.stock.issueBlanks({ ...to, sheets: { serials: paper.at(2) } });
    const wrong = await expectDomainError(
      keeper.api.stock.issueBlanks({ ...to, sheets: { serials: paper.at(1, 5) } }),
      'stock.wrong_state',
    );
    expect(wrong.message).toMatch(/^T\w\w000002: issued\. Only sheets in store can be issued\.$/);
    const unknown = await expectDomainError(
      keeper.api.stock.issueBlanks({ ...to, sheets: { serials: paper.at(4, 9) } }),
      'stock.unknown_serials',
    );
    expect(unknown.message).toMatch(
      /^T\w\w000006–T\w\w000009: this serial number of this paper is not recorded/,
    );
    await expectDomainError(
      keeper.api.stock.issueBlanks({ ...to, sheets: { count: 5 } }),
      'stock.too_few_blanks',
    );
    const receiver = await portal.as('receiver');
    await expectDomainError(
      keeper.api.stock.issueBlanks({ id: paper.id, holderId: receiver.actor.id, sheets: { count: 1 } }),
      'stock.unknown_holder',
    );
    expect(await balancesOf(paper.id)).toEqual(['in_store 4', 'issued Prakash 1']);
  });

  test('fifty at once give no sheet to two people', async () => {
    const paper = await stockedPaper(60);
    const others = [printer, second, third];
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        keeper.api.stock.issueBlanks({
          id: paper.id,
          holderId: others[index % 3]!.actor.id,
          sheets: { count: 3 },
        }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const serials = attempts.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? attempt.value.serials : [],
    );
    expect(new Set(serials).size).toBe(20);
  });
});

test('a print run takes the operator’s own sheets first, then those in store', async () => {
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  const paper = await stockedPaper(10);
  await keeper.api.stock.issueBlanks({
    id: paper.id,
    holderId: printer.actor.id,
    sheets: { serials: paper.at(9) },
  });
  const here = { ...office, paperId: paper.id };
  await verifiedCertificate(people, here);
  await verifiedCertificate(people, here);
  const { batches } = await printer.api.printRuns.listPrintBatches();
  expect(batches.find((batch) => batch.paperId === paper.id)).toMatchObject({
    inStore: 9,
    issuedToYou: 1,
    nextSerial: expect.stringMatching(/000009$/),
  });
  // The store's screens and the print room's count the same.
  for (const caller of [printer, await portal.as('printer')]) {
    const batch = (await caller.api.printRuns.listPrintBatches()).batches.find(
      ({ paperId }) => paperId === paper.id,
    )!;
    const stocked = (await keeper.api.stock.getCustody()).papers.find(({ id }) => id === paper.id)!;
    expect(batch.inStore).toBe(stocked.inStore);
    expect(batch.issuedToYou).toBe(caller === printer ? stocked.issued : 0);
  }
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(here, 2));
  const run = await printer.api.printRuns.getPrintRun({ id });
  expect(run.sheets.map((sheet) => sheet.blankSerial.slice(-6))).toEqual(['000009', '000001']);
  expect(await balancesOf(paper.id)).toEqual(['in_store 8', 'bound 2']);
  await expectDomainError(
    keeper.api.stock.reportMissing({ id: paper.id, serials: paper.at(9), reason: 'Not in the tray' }),
    'stock.wrong_state',
  );
});

describe('spoilt sheets', () => {
  test('stay with who held them until they are returned, and are destroyed before two witnesses who never held them', async () => {
    const paper = await stockedPaper(20);
    const { id } = paper;
    await keeper.api.stock.issueBlanks({ id, holderId: third.actor.id, sheets: { count: 5 } });
    await keeper.api.stock.spoilBlanks({ id, serials: paper.at(4, 6), reason: 'Coffee' });
    expect(await balancesOf(id)).toEqual(['in_store 14', 'issued Kamala 3', 'spoilt 1', 'spoilt Kamala 2']);
    const record = {
      method: 'Shredded' as const,
      destroyedOn: dayInIndia(new Date()),
      remarks: 'Coffee stains',
    };
    const destroy = (caller: StaffCaller) =>
      caller.api.stock.destroyBlanks({ id, serials: paper.at(4, 6), ...record });
    const early = await expectDomainError(destroy(keeper), 'stock.wrong_state');
    expect(early.message).toContain('have to be returned first');
    await keeper.api.stock.returnBlanks({ id, serials: paper.at(3, 5) });
    await expectDomainError(destroy(third), 'stock.own_custody');

    const destruction = await destroy(keeper);
    await expectDomainError(destroy(second), 'stock.in_destruction');
    await expectDomainError(
      keeper.api.stock.witnessDestruction({ id: destruction.id, version: 1 }),
      'stock.own_destruction',
    );
    await expectDomainError(
      third.api.stock.witnessDestruction({ id: destruction.id, version: 1 }),
      'stock.own_custody',
    );
    expect(await balancesOf(id)).toEqual(['in_store 15', 'issued Kamala 2', 'spoilt 3']);
    await second.api.stock.witnessDestruction({ id: destruction.id, version: 1 });
    expect(await balancesOf(id)).toEqual(['in_store 15', 'issued Kamala 2', 'destroyed 3']);
    await expectDomainError(
      second.api.stock.withdrawDestruction({ id: destruction.id, version: 2 }),
      'stock.already_destroyed',
    );
    const { rows } = await second.api.stock.listDestructions({});
    expect(rows[0]).toMatchObject({
      quantity: 3,
      firstWitness: 'Anita',
      secondWitness: 'Suresh',
      method: 'Shredded',
    });
    const { rows: destroyed } = await second.api.stock.listMovements({
      act: 'destroyed',
    });
    expect(destroyed[0]).toMatchObject({ remark: null, destruction: { method: 'Shredded' } });
    expect(whyMoved(destroyed[0]!)).toBe('Shredded: Coffee stains');
    expect(inLanguage('kn', () => whyMoved(destroyed[0]!))).toBe(
      `${translated('kn', 'Shredded')}: Coffee stains`,
    );
  });

  test('of a record that is withdrawn can be destroyed by another one', async () => {
    const paper = await stockedPaper(2);
    await keeper.api.stock.spoilBlanks({ id: paper.id, serials: paper.at(1), reason: 'Torn' });
    const record = { method: 'Burnt' as const, destroyedOn: dayInIndia(new Date()), remarks: 'Torn' };
    const first = await keeper.api.stock.destroyBlanks({ id: paper.id, serials: paper.at(1), ...record });
    await second.api.stock.withdrawDestruction({ id: first.id, version: 1 });
    await expectDomainError(
      second.api.stock.witnessDestruction({ id: first.id, version: 1 }),
      'stock.no_destruction',
    );
    await second.api.stock.destroyBlanks({ id: paper.id, serials: paper.at(1), ...record });
  });

  test('that went missing and are found are spoilt still', async () => {
    const paper = await stockedPaper(4);
    const { id } = paper;
    await keeper.api.stock.spoilBlanks({ id, serials: paper.at(2), reason: 'Torn' });
    await keeper.api.stock.reportMissing({ id, serials: paper.at(1, 2), reason: 'Not on the shelf' });
    expect(await balancesOf(id)).toEqual(['in_store 2', 'missing 2']);
    await keeper.api.stock.reportFound({ id, serials: paper.at(1, 2), reason: 'Behind the shelf' });
    expect(await balancesOf(id)).toEqual(['in_store 3', 'spoilt 1']);
  });
});

describe('a stock count', () => {
  test('with three planted discrepancies reports exactly those three, and each is resolved by itself', async () => {
    const paper = await stockedPaper(100);
    const { id } = paper;
    await keeper.api.stock.issueBlanks({
      id,
      holderId: printer.actor.id,
      sheets: { serials: paper.at(11, 20) },
    });
    await keeper.api.stock.reportMissing({ id, serials: paper.at(30), reason: 'Not on the shelf' });
    const count = await second.api.stock.startCount({ id });
    // Missing from the shelf: 41. There though the books give it to Prakash: 15. There though reported missing: 30.
    for (const [first, last] of [
      [1, 10],
      [15, 15],
      [21, 40],
      [42, 70],
    ] as const)
      await keeper.api.stock.enterCounted({ id: count.id, serials: paper.at(first, last) });
    await second.api.stock.enterCounted({ id: count.id, serials: paper.at(60, 100) });
    // Whoever counts is not told what to find: neither by the count, nor by the lists, nor by the log.
    const blind = { expected: null, expectedRanges: null };
    expect(await second.api.stock.getStockCount({ id: count.id })).toMatchObject(blind);
    const { rows: open } = await second.api.stock.listStockCounts({});
    expect(open.find((row) => row.id === count.id)).toMatchObject({ expected: null });
    const { rows: log } = await second.api.audit.listAuditEvents({
      recordType: 'stock_count',
      recordId: count.id,
    });
    expect(log.filter(({ event }) => event === 'stock.count_started')).toMatchObject([
      { before: null, after: null },
    ]);
    // What leaves the store while somebody counts is none.
    await keeper.api.stock.issueBlanks({ id, holderId: printer.actor.id, sheets: { serials: paper.at(5) } });
    const closed = await second.api.stock.closeCount({ id: count.id, version: 1 });
    expect(closed).toEqual({ discrepancies: 3 });
    const detail = await printer.api.stock.getStockCount({ id: count.id });
    expect(detail).toMatchObject({ expected: 89, counted: 90, closedBy: 'Suresh', unresolved: 3 });
    expect(
      detail.found.map(({ kind, firstSerial, quantity, state, holder }) => [
        kind,
        firstSerial.slice(-2),
        quantity,
        state,
        holder,
      ]),
    ).toEqual([
      ['held_by_another', '15', 1, 'issued', 'Prakash'],
      ['unexpected', '30', 1, 'missing', null],
      ['missing', '41', 1, 'in_store', null],
    ]);

    const [held, turnedUp, gone] = detail.found;
    const remark = 'Looked into with the store';
    await expectDomainError(
      second.api.stock.resolveDiscrepancy({ id: gone!.id, resolution: 'returned', remark }),
      'stock.wrong_resolution',
    );
    await second.api.stock.resolveDiscrepancy({ id: held!.id, resolution: 'returned', remark });
    await second.api.stock.resolveDiscrepancy({ id: turnedUp!.id, resolution: 'reported_found', remark });
    await second.api.stock.resolveDiscrepancy({ id: gone!.id, resolution: 'reported_missing', remark });
    await expectDomainError(
      second.api.stock.resolveDiscrepancy({ id: gone!.id, resolution: 'explained', remark }),
      'stock.discrepancy_resolved',
    );
    expect(await balancesOf(id)).toEqual(['in_store 89', 'issued Prakash 10', 'missing 1']);
    expect(await second.api.stock.getStockCount({ id: count.id })).toMatchObject({ unresolved: 0 });
  });

  test('is not entrusted to who keeps the ledger, and goes on once at a time', async () => {
    const paper = await stockedPaper(3);
    await expectDomainError(keeper.api.stock.startCount({ id: paper.id }), 'stock.keeper_counts');
    const { id } = await second.api.stock.startCount({ id: paper.id });
    await expectDomainError(third.api.stock.startCount({ id: paper.id }), 'stock.count_open');
    await keeper.api.stock.enterCounted({ id, serials: paper.at(1, 3) });
    await expectDomainError(keeper.api.stock.closeCount({ id, version: 1 }), 'stock.keeper_counts');
    const { entries } = await second.api.stock.getStockCount({ id });
    await second.api.stock.removeCounted({ id, entryId: entries[0]!.id });
    expect(await second.api.stock.closeCount({ id, version: 1 })).toEqual({ discrepancies: 1 });
    await expectDomainError(
      second.api.stock.enterCounted({ id, serials: paper.at(1) }),
      'stock.count_closed',
    );
  });

  test('finds serials that the books do not know', async () => {
    const paper = await stockedPaper(2);
    const { id } = await second.api.stock.startCount({ id: paper.id });
    await second.api.stock.enterCounted({ id, serials: paper.at(1, 4) });
    await second.api.stock.closeCount({ id, version: 1 });
    const { found } = await second.api.stock.getStockCount({ id });
    expect(found).toMatchObject([{ kind: 'unexpected', state: null, quantity: 2 }]);
  });
});

describe('the books themselves', () => {
  test('refuse a state that changes without an act, and an act that does not lead there', async () => {
    const paper = await stockedPaper(2);
    const db = portal.services.db;
    const change = (set: object) =>
      db.updateTable('blanks').set(set).where('paper_id', '=', paper.id).execute();
    await expect(change({ state: 'destroyed' })).rejects.toMatchObject({
      constraint: 'blanks__moved_by_an_act',
    });
    const { id: act } = await db
      .insertInto('custody_acts')
      .values({
        id: crypto.randomUUID(),
        act: 'printed',
        paper_id: paper.id,
        acted_by: keeper.actor.id,
        acted_at: new Date(),
        request_id: 'a test',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(change({ state: 'missing', custody_act_id: act })).rejects.toMatchObject({
      constraint: 'blank_movements__act_allows',
    });
    await expect(
      change({ state: 'in_store', held_by: keeper.actor.id, custody_act_id: act }),
    ).rejects.toMatchObject({ constraint: 'blanks__one_holder' });
  });

  test('let the portal write movements in no other way, and change none', async () => {
    const db = portal.services.db;
    for (const statement of [
      sql`delete from blank_movements`,
      sql`update blank_movements set act = 'found'`,
      sql`update custody_acts set remark = 'x'`,
      sql`delete from blanks`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
  });
});
