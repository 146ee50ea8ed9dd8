import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, uploadFile } from '#dev/testing/factories.ts';
import { addFileRow } from '#dev/testing/file-rows.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { unique } from '#dev/testing/unique.ts';
import { csvOf, postSpreadsheet } from '#dev/testing/uploads.ts';
import { holds, request, writingOf, writingsOf } from '#dev/testing/writings.ts';
import type { DraftEntry } from '#features/demand-drafts/contract.ts';
import { addDays, addMonths, dayInIndia, formatDay } from '#shared/format.ts';

// Names of what is new.
const looksAlike = 'demand_drafts.looks_alike';
type Entry = DraftEntry & { alikeReason?: string };
type Alike = { id: string; number: string; bank: string; branch: string; because: 'face' | 'receipt' };

const numRuns = process.env.LONG_FORMS ? 2_000 : 50;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [admin, receiver] = await portal.asEach('admin', 'receiver');

/** A receipt that no other test has sent; or these bytes once more. */
async function receipt(bytes?: Buffer): Promise<string> {
  if (!bytes) return addFileRow(portal, receiver, 'receipt');
  const response = await uploadFile(receiver, 'receipt', bytes);
  return ((await response.json()) as { id: string }).id;
}

async function receive(...drafts: Entry[]) {
  const entry = await applicationEntry(receiver, office, { totalAmount: 700 });
  return request(receiver, 'POST', '/api/applications', { ...entry, drafts });
}

/** A draft that pays for one application and has as much left. */
async function known(face: Partial<Entry> = {}) {
  const receiptFileId = await receipt();
  const draft: Entry = draftEntry({ amount: 1_400, receiptFileId, bank: 'Canara Bank', ...face });
  const { status, body } = await receive(draft);
  expect(status, JSON.stringify(body)).toBe(200);
  const { rows } = await owner.query('select id from demand_drafts where number = $1', [draft.number]);
  return { ...draft, id: rows[0].id as string };
}

const draftsOf = async (number: string) =>
  (await owner.query('select id from demand_drafts where number = $1 order by received_at', [number])).rows;

const first = await known({ branch: 'Udupi Car-Street' });

describe('a draft that is there already', () => {
  const { id, number, bank, branch } = first;

  test('is found by any writing of its number, bank and branch', async () => {
    const face = fc.record({ number: writingOf(number), bank: writingOf(bank), branch: writingOf(branch) });
    await holds(numRuns, face, async (written) => {
      const path = `/api/demand-drafts/look-up?${new URLSearchParams(written)}`;
      const found = await request(receiver, 'GET', path);
      expect((await admin.api.demandDrafts.countDrafts({ search: written.number })).count).toBe(1);
      expect(found.body, JSON.stringify(written)).toMatchObject({ draft: { id, balance: 700 } });
    });
  });

  test('pays once more in another writing, until nothing is left, and stays one', async () => {
    const { id: _, ...face } = first;
    const wide = number.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    const again = { ...face, number: wide, bank: 'CANARA\u00a0 bank', branch: 'udupi  car\u2011street' };
    expect(await receive(again)).toMatchObject({ status: 200 });
    const exhausted = await receive({ ...again, number, bank: 'Canara\u200b Bank' });
    expect(exhausted.body.code).toBe('demand_drafts.exhausted');
    expect(await draftsOf(number)).toEqual([{ id }]);
  });
});

test('a draft that two people record at the same moment looks like none', async () => {
  for (let round = 0; round < 5; round += 1) {
    const draft = draftEntry({ amount: 1_400 });
    const receipts = [await receipt(), await receipt()];
    const answers = await Promise.all(receipts.map((receiptFileId) => receive({ ...draft, receiptFileId })));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await draftsOf(draft.number)).toHaveLength(1);
  }
});

describe('a draft that looks like another', () => {
  const elsewhere: [string, Partial<Entry>][] = [
    ['another branch', { branch: 'Mysore' }],
    ['another bank', { bank: 'Karnataka Bank' }],
    ['another bank and branch', { bank: 'HDFC Bank', branch: 'Mysuru Fort' }],
  ];

  test.each(elsewhere)('in all but %s is taken with a reason, which the log keeps', async (_name, change) => {
    const { id, ...face } = await known({ branch: 'Mysuru' });
    const { number, bank, branch } = face;
    const twin = { ...face, ...change, receiptFileId: await receipt() };
    const refusal = await receive(twin);
    expect([refusal.status >= 400 && refusal.status < 500, refusal.body.code]).toEqual([true, looksAlike]);
    const { drafts } = refusal.body.data as unknown as { drafts: Alike[] };
    expect(drafts).toEqual([{ id, number, bank, branch, because: 'face' }]);
    expect(await draftsOf(number)).toEqual([{ id }]);
    expect((await receive({ ...twin, alikeReason: ' \u200b' })).status).toBeGreaterThanOrEqual(400);

    const alikeReason = `Both lay before me ${unique()}`;
    const taken = await receive({ ...twin, alikeReason });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    const second = (await draftsOf(number))[1]!;
    const { rows } = await admin.api.audit.listAuditEvents({ recordId: second.id });
    expect(JSON.stringify(rows.map(({ after }) => after))).toContain(alikeReason);
    // What is confirmed once is a draft like any other.
    const found = await receiver.api.demandDrafts.lookUpDraft(twin);
    expect(found.draft).toMatchObject({ id: second.id });
  });

  test('by a receipt of the same bytes is taken with a reason', async () => {
    const bytes = await drawPortrait(70_000 + unique());
    const { id, number, bank, branch } = await known({ receiptFileId: await receipt(bytes) });
    const other: Entry = draftEntry({ receiptFileId: await receipt(bytes) });
    const refusal = await receive(other);
    expect(refusal.body.code).toBe(looksAlike);
    expect(refusal.body.data).toEqual({ drafts: [{ id, number, bank, branch, because: 'receipt' }] });
    expect(await receive({ ...other, alikeReason: 'One scan shows both' })).toMatchObject({ status: 200 });
  });

  test('by the receipt that replaces its own is taken with a reason', async () => {
    const bytes = await drawPortrait(80_000 + unique());
    await known({ receiptFileId: await receipt(bytes) });
    const { body } = await receive(draftEntry({ receiptFileId: await receipt() }));
    const id = body.id as string;
    const caseWorker = await portal.as('case_worker');
    const { version } = await caseWorker.api.applications.getApplication({ id });
    await caseWorker.api.applications.returnApplication({ id, version, reasons: ['receipt'] });
    const { photo, ...detail } = await receiver.api.applications.getApplication({ id });
    const { demandDraftId } = detail.allocations[0]!;
    const receiptFileId = await receipt(bytes);
    const replace = (alikeReason?: string) =>
      receiver.api.applications.correctApplication({
        ...detail,
        candidateNameNative: '',
        guideName: '',
        photoFileId: photo.id,
        drafts: [],
        replacedReceipts: [{ demandDraftId, receiptFileId, alikeReason }],
        answers: leaving('receipt'),
      });
    await expectDomainError(replace(), looksAlike);
    await replace('One scan shows both');
    const { rows } = await owner.query('select alike_reason from demand_drafts where id = $1', [
      demandDraftId,
    ]);
    expect(rows).toEqual([{ alike_reason: 'One scan shows both' }]);
  });

  test.each<[string, Partial<Entry>]>([
    ['amount', { amount: 2_100 }],
    ['date', { drawnOn: addDays(addMonths(today, -1), -1) }],
    ['number', { number: String(900_000 + unique()) }],
  ])('of another %s is taken without a word', async (_name, change) => {
    const { id: _, ...face } = await known({ branch: 'Mysuru' });
    const own = { ...face, branch: 'Mandya', receiptFileId: await receipt(), ...change };
    expect(await receive(own)).toMatchObject({ status: 200 });
  });
});

test('a line of a bank statement finds its draft by any writing of the number', async () => {
  const numbers = Array.from({ length: 6 }, (_, index) => {
    const number = String(640_210 + index);
    return { number, written: index === 0 ? number : writingsOf(number, 1, seed + index)[0]! };
  });
  const ids: string[] = [];
  for (const { number } of numbers) ids.push((await known({ number, bank: 'State Bank of India' })).id);
  const into = { account: '30123456789', bankBranch: 'SBI, Mysuru Main' };
  const slip = await receiver.api.depositSlips.prepareDepositSlip({ draftIds: ids, ...into });
  await receiver.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn: today });
  const day = formatDay(today);
  const rows = numbers.map(
    ({ written }, index) =>
      `${day},${day},CLG STATE BANK OF INDIA,"${written}",,1400.00,${100_000 + 1_400 * (index + 1)}.00`,
  );
  const header = 'Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance';
  const sheet = csvOf(header, ...rows);
  const response = await postSpreadsheet(admin, '/api/bank-statements?name=april.csv', sheet);
  const statement = (await response.json()) as { id: string };
  expect(response.ok, JSON.stringify(statement)).toBe(true);
  const { rows: lines } = await admin.api.bankStatements.listStatementLines({ statementId: statement.id });
  const settled = lines.map((line) => line.settled.map(({ demandDraftId }) => demandDraftId));
  expect(settled.flat().sort(), `seed ${seed}`).toEqual(ids.toSorted());
});
