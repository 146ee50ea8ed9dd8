import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { constraintOf, expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, createOffice, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { checkLedger } from '#features/fees/server/ledger-check.testing.ts';
import { whyMoved } from '#features/stock/columns.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { translated } from '#platform/server/words/in-language.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { OpeningKind } from '../opening-balances.ts';

const headers: Record<OpeningKind, string> = {
  opening_blanks: 'Paper code,From serial,To serial,Held by',
  opening_drafts: 'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code',
  earlier_certificates: 'Certificate number,Name,Degree,Date,Serial number',
};
const today = dayInIndia(new Date());
const tomorrow = dayInIndia(new Date(Date.now() + 86_400_000));

const portal = await filePortal();
const admin = await portal.as('admin', { name: 'Anita' });
const second = await portal.as('admin', { name: 'Suresh' });
const printer = await portal.as('printer', { name: 'Prakash' });
const office = await createOffice(portal);
const owner = await fileClient(portal.ownerUrl);
const { email: printerEmail } = await portal.services.db
  .selectFrom('staff')
  .select('email')
  .where('id', '=', printer.actor.id)
  .executeTakeFirstOrThrow();
afterAll(async () => {
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  await withClient(portal.ownerUrl, 'backup', checkLedger);
});

async function check(kind: OpeningKind, ...lines: string[]) {
  return importIn(admin, await uploadSpreadsheet(admin, kind, csvOf(headers[kind], ...lines)), 'checked');
}

async function write(kind: OpeningKind, ...lines: string[]) {
  const { id } = await check(kind, ...lines);
  await admin.api.imports.commitImport({ id });
  return importIn(admin, id, 'committed');
}

/** Row, field and code of every fault, with what was found and what is wanted. */
async function faultsOf(kind: OpeningKind, ...lines: string[]) {
  const { id } = await check(kind, ...lines);
  const { rows } = await admin.api.imports.listImportFaults({ id });
  await expectDomainError(admin.api.imports.commitImport({ id }), 'imports.faulty');
  return rows.map(({ rowNumber, field, code, found, wanted }) => [rowNumber, field, code, found, wanted]);
}

describe('blanks', () => {
  test('are in the store or with a person, and the custody ledger and the audit log know how they came', async () => {
    const email = printerEmail.toUpperCase();
    const lines = [
      'PAR-MAR,ob000001,OB003000,',
      `PAR-MAR,OB 3001,OB003400,${email}`,
      'PAR-MAR,OC1,OC1,Store',
    ];
    const report = await check('opening_blanks', ...lines);
    expect(report).toMatchObject({ newCount: 3, changedCount: 0, faultyCount: 0, newTotal: 3_401 });
    expect((await admin.api.stock.countBlankReceipts({})).count).toBe(0);

    await admin.api.imports.commitImport({ id: report.id });
    await importIn(admin, report.id, 'committed');
    const { papers } = await admin.api.stock.listPapers();
    expect(papers[0]).toMatchObject({ inStore: 3_001, issued: 400 });
    const { rows } = await admin.api.stock.listBlankReceipts({});
    expect(
      rows.map((row) => [row.serialPrefix, row.firstSerial, row.lastSerial, row.approvedBy]).sort(),
    ).toEqual([
      ['OB', 1, 3_000, 'Anita'],
      ['OB', 3_001, 3_400, 'Anita'],
      ['OC', 1, 1, 'Anita'],
    ]);
    const movements = await admin.api.stock.listMovements({ search: 'OB003100' });
    expect(movements.rows.map((row) => [row.act, row.firstSerial, row.quantity, row.toHolder])).toEqual([
      ['issued', 'OB003001', 400, 'Prakash'],
      ['received', 'OB003001', 400, null],
    ]);
    expect(movements.rows.map(whyMoved)).toEqual(['Opening balance', 'Opening balance']);
    for (const list of ['custody-ledger', 'certificate-stock']) {
      const exported = await admin.fetch(`/api/exports/${list}?format=csv&language=kn`);
      const file = await exported.text();
      expect(file).toContain(translated('kn', 'Opening balance'));
      expect(file).not.toContain('Opening balance');
    }
    const [delivery] = rows;
    expect(delivery).toMatchObject({ isOpening: true, remarks: null });
    // Earlier versions stored the words.
    await runWithoutTriggers(portal, `update blank_receipts set remarks = 'Opening balance'`);
    expect(await admin.api.stock.getBlankReceipt({ id: delivery!.id })).toEqual(delivery);
    const events = await admin.api.audit.listAuditEvents({ recordType: 'import', recordId: report.id });
    expect(events.rows[0]).toMatchObject({
      event: 'stock.opening_imported',
      after: { added: 3, total: 3_401, setUpAlone: true },
    });

    const again = await check('opening_blanks', ...lines);
    expect(again).toMatchObject({ newCount: 0, unchangedCount: 3, faultyCount: 0 });
    await expectDomainError(admin.api.imports.commitImport({ id: again.id }), 'imports.nothing_new');
  });

  test('are refused by row and column where they contradict each other, the books or what is known', async () => {
    expect(
      await faultsOf(
        'opening_blanks',
        'PAR-MAR,OD000001,OD000100,',
        'PAR-MAR,OD000040,OD000060,',
        'PAR-MAR,OD000050,OD000200,',
        'PAR-MAR,OE000050,OE000040,',
        'NOPE,OF000001,OF000002,',
        'PAR-MAR,OG000001,OG000002,nobody@dikshant.example',
        'PAR-MAR,,OH000002,',
        'PAR-MAR,OI000001,OJ000002,',
        'PAR-MAR,OB003399,OB003500,',
        `PAR-MAR,OB000001,OB003000,${printerEmail}`,
        'PAR-MAR,OK0,OK9999999,',
      ),
    ).toEqual([
      [2, 'firstSerial', 'repeated', 'OD000001–OD000100', expect.stringMatching(/no other row/)],
      [3, 'firstSerial', 'repeated', 'OD000040–OD000060', expect.any(String)],
      [4, 'firstSerial', 'repeated', 'OD000050–OD000200', expect.any(String)],
      [5, 'lastSerial', 'format', 'OE000040', 'The last serial must be after the first.'],
      [6, 'paper', 'unknown', 'NOPE', 'One of: PAR-MAR.'],
      [7, 'holder', 'unknown', 'nobody@dikshant.example', expect.stringMatching(/^One of: /)],
      [8, 'firstSerial', 'missing', '', 'Enter the first serial number.'],
      [9, 'lastSerial', 'format', 'OJ000002', expect.any(String)],
      [10, 'firstSerial', 'taken', 'OB003399–OB003500', expect.stringMatching(/OB003001–OB003400/)],
      [11, 'firstSerial', 'taken', 'OB000001–OB003000', expect.any(String)],
      [12, 'firstSerial', 'format', 'OK0', expect.any(String)],
      [12, 'lastSerial', 'format', 'OK9999999', expect.any(String)],
    ]);
  });

  test('go through the life of any other sheet', async () => {
    const [{ id: paperId } = { id: '' }] = (await admin.api.stock.listPapers()).papers;
    await admin.api.stock.issueBlanks({
      id: paperId,
      holderId: printer.actor.id,
      sheets: { serials: [{ prefix: 'OC', first: 1, last: 1 }] },
    });
    await expectDomainError(admin.api.stock.startCount({ id: paperId }), 'stock.keeper_counts');
    await second.api.stock.startCount({ id: paperId });
  });

  test('are of their upload, also by direct statements', async () => {
    const [receipt] = (await admin.api.stock.listBlankReceipts({})).rows;
    const copy = (columns: string) =>
      constraintOf(
        sql`insert into blank_receipts (id, paper_id, serial_prefix, first_serial, last_serial, total_quantity, received_quantity,
                                        received_on, received_by, received_at, approved_by, approved_at, opening_import_id)
            select gen_random_uuid(), paper_id, 'OZ', 1, 1, 1, 1, received_on, received_by, received_at, ${sql.raw(columns)}
              from blank_receipts where id = ${receipt!.id}`.execute(portal.services.db),
      );
    expect(await copy('approved_by, approved_at, opening_import_id')).toBe(
      'blank_receipts__opening_is_uploaded',
    );
    expect(await copy('null, null, opening_import_id')).toBe('blank_receipts__opening_is_approved');
    expect(await copy('approved_by, approved_at, null')).toBe('blank_receipts__approved_by_another');
    expect(
      await constraintOf(
        sql`update blank_receipts set opening_import_id = null where id = ${receipt!.id}`.execute(
          portal.services.db,
        ),
      ),
    ).toBe('blank_receipts__opening_stays');
  });
});

describe('drafts in hand', () => {
  const drawn = addMonths(today, -1);

  test('are recorded with their balance, a stale one too', async () => {
    const old = addMonths(today, -5);
    const lines = [
      `100001,${drawn},State Bank,Hassan,2100,,COL001`,
      `100002,${drawn},State Bank,Hassan,"2,100",1400,COL001`,
      `100003,${old},State Bank,Hassan,700,0,COL002`,
      `100004,${old},State Bank,Hassan,700,300,COL001`,
    ];
    const written = await write('opening_drafts', ...lines);
    expect(written).toMatchObject({ newCount: 4, newTotal: 5_600 });
    const { rows } = await admin.api.demandDrafts.listDrafts({ sort: 'number' });
    expect(rows.map((row) => [row.number, row.state, row.amount, row.balance, row.collegeCode])).toEqual([
      ['100001', 'received', 2_100, 2_100, 'COL001'],
      ['100002', 'received', 2_100, 1_400, 'COL001'],
      ['100003', 'received', 700, 0, 'COL002'],
      ['100004', 'received', 700, 300, 'COL001'],
    ]);
    const story = await admin.api.demandDrafts.getDraft({ id: rows[1]!.id });
    expect(story).toMatchObject({ allocatedBefore: 700, allocatedAmount: 700 });
    expect(story.history.map(({ event }) => event)).toEqual(['demand_drafts.opening_imported']);
    const drawer = await admin.api.feeTotals.listDrawerTotals({});
    expect(drawer.find(({ part }) => part === 'undeposited')).toMatchObject({
      drafts: 4,
      amount: 5_600,
    });

    expect(await check('opening_drafts', ...lines)).toMatchObject({ unchangedCount: 4, newCount: 0 });
  });

  test('are refused by row and column where they are wrong, twice there or recorded otherwise', async () => {
    expect(
      await faultsOf(
        'opening_drafts',
        `12345,${drawn},State Bank,Hassan,700,,COL001`,
        `200001,${tomorrow},State Bank,Hassan,700,,COL001`,
        `200002,${drawn},State Bank,Hassan,0,,COL001`,
        `200003,${drawn},State Bank,Hassan,seven,,COL001`,
        `200004,${drawn},State Bank,Hassan,700,701,COL001`,
        `200005,${drawn},State Bank,Hassan,700,,NOPE`,
        `200006,${drawn},State Bank,Hassan,700,,COL001`,
        `200006,${drawn},STATE BANK,hassan,900,,COL001`,
        `100001,${drawn},State Bank,Hassan,2200,,COL001`,
        `100001,${drawn},State Bank,Mysuru,2100,,COL001`,
        `200007,${drawn},State Bank,Hassan,700,,COL001`,
        `२००००७,${drawn},State Bank,Mysuru,700,,COL001`,
      ),
    ).toEqual([
      [2, 'number', 'format', '12345', 'A draft number has 6 digits.'],
      [3, 'drawnOn', 'format', tomorrow, 'Enter a date from 1900 to today.'],
      [4, 'amount', 'format', '0', expect.any(String)],
      [5, 'amount', 'format', 'seven', expect.any(String)],
      [6, 'balance', 'format', '701', 'At most the amount of the draft.'],
      [7, 'college', 'unknown', 'NOPE', 'One of: COL001, COL002.'],
      [8, 'number', 'repeated', '200006', expect.stringMatching(/row 9/)],
      [9, 'number', 'repeated', '200006', expect.stringMatching(/row 8/)],
      [10, 'number', 'taken', '100001', expect.stringMatching(/₹2100/)],
      [11, 'number', 'taken', '100001', expect.stringMatching(/reason .* State Bank, Hassan has the same/)],
      [13, 'number', 'taken', '200007', expect.stringMatching(/reason .* State Bank, Hassan has the same/)],
    ]);
  });

  test('that look like another are recorded with the reason why they are not', async () => {
    const header = `${headers.opening_drafts},Reason why it is another draft`;
    const sheet = csvOf(header, `100001,${drawn},State Bank,Mysuru,2100,,COL001,Both lie in the drawer`);
    const { id } = await importIn(admin, await uploadSpreadsheet(admin, 'opening_drafts', sheet), 'checked');
    await admin.api.imports.commitImport({ id });
    await importIn(admin, id, 'committed');
    const { rows } = await owner.query(
      "select branch, alike_reason from demand_drafts where number = '100001' order by id",
    );
    expect(rows).toEqual([
      { branch: 'Hassan', alike_reason: null },
      { branch: 'Mysuru', alike_reason: 'Both lie in the drawer' },
    ]);
  });
});

describe('once the first application is received', () => {
  test('blanks and drafts are closed, and earlier certificates need a second person', async () => {
    const blanks = await check('opening_blanks', 'PAR-MAR,OL000001,OL000010,');
    const drafts = await check(
      'opening_drafts',
      `300001,${addMonths(today, -1)},State Bank,Hassan,700,,COL001`,
    );
    const receiver = await portal.as('receiver');
    const draft = draftEntry({ number: '100002', bank: 'state bank', branch: 'Hassan', amount: 2_100 });
    const applicationId = await receiveApplication(receiver, office, { drafts: [draft] });

    // The part that is left of the draft pays, and no more than that.
    const [known] = (await admin.api.demandDrafts.listDrafts({ search: '100002' })).rows;
    expect(known).toMatchObject({ balance: 700, allocatedAmount: 1_400 });
    const application = await receiver.api.applications.getApplication({ id: applicationId });
    expect(application).toMatchObject({ pendingAmount: 0 });
    await receiveApplication(receiver, office, { drafts: [draft] });
    await expectDomainError(
      receiver.api.applications.receiveApplication(
        await applicationEntry(receiver, office, { drafts: [draft] }),
      ),
      'demand_drafts.exhausted',
    );

    // One that is stale by now and paid for something before pays nothing new, whoever writes it.
    await markStaleDrafts(portal.services);
    const [stale] = (await admin.api.demandDrafts.listDrafts({ search: '100004' })).rows;
    expect(stale).toMatchObject({ state: 'stale', allocatedAmount: 400, balance: 300 });
    const allocating = sql`insert into allocations (charge_id, demand_draft_id, amount, allocated_by)
      select id, ${stale!.id}, 100, ${receiver.actor.id} from charges where application_id = ${applicationId}`;
    const refusal = await constraintOf(allocating.execute(portal.services.db));
    expect(refusal).toBe('allocations__of_usable_draft');

    for (const { id } of [blanks, drafts]) {
      expect(await admin.api.imports.getImport({ id })).toMatchObject({ isAfterFirstApplication: true });
      await expectDomainError(admin.api.imports.commitImport({ id }), 'imports.opening_over');
      await expectDomainError(second.api.imports.commitImport({ id }), 'imports.opening_over');
    }
    const certificates = await check('earlier_certificates', '1999/1,Asha Rao,BA,12/03/1999,Z1');
    await expectDomainError(admin.api.imports.commitImport({ id: certificates.id }), 'imports.own_upload');
    await second.api.imports.commitImport({ id: certificates.id });
    await importIn(admin, certificates.id, 'committed');
    const { rows } = await admin.api.audit.listAuditEvents({
      recordType: 'import',
      recordId: certificates.id,
    });
    expect(rows[0]).toMatchObject({
      event: 'earlier_certificates.imported',
      actorName: 'Suresh',
      after: { added: 1 },
    });
    expect(rows[0]!.after).not.toHaveProperty('setUpAlone');
  });
});
