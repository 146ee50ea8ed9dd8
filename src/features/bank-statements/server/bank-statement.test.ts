import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { actingAs } from '#dev/seed/acting.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { postSpreadsheet } from '#dev/testing/uploads.ts';
import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { realiseDrafts } from '#features/demand-drafts/server/commands/realise-drafts.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { returnDraft } from '#features/fees/server/commands/return-draft.ts';
import type { BankStatement } from '../contract.ts';
import type { StatementLine } from '../line-contract.ts';
import { carryToBank, receiveInMarch, recordPlainDrafts } from './record-drafts.testing.ts';
import { depositedOn, fee, planDrafts } from './statement-drafts.testing.ts';
import { csvOfRows, type PlannedLine, planLines, statementRows } from './statement-lines.testing.ts';

/**
 * 500 drafts and a statement with its oddities; every one ends where the plan says, and the sums
 * agree to the rupee with sums that share no code with the portal.
 */
const drafts = planDrafts();
const draftOf = new Map(drafts.map((draft) => [draft.key, draft]));
const lines = planLines(drafts);
/** The statement of 1 April has the first lines; that of the month has some of them once more. */
const firstEnd = 40;
const overlap = 15;
const month = () => statementRows(lines, firstEnd - overlap, lines.length);

let statement: BankStatement;
let found: Map<string, StatementLine>;

const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);
const admin = await portal.as('admin');
const desk = { portal, office: await createOffice(portal), receiver: await portal.as('receiver') };
const ids = await recordPlainDrafts(
  desk,
  drafts.filter(({ pays }) => pays.length > 0),
);
await presentAtCounter();
await carry();
await decideByHand();

/** One draft that two candidates present, a third in vain; and one candidate with two drafts. */
async function presentAtCounter(): Promise<void> {
  const [twice, split1, split2] = ['presentedTwice', 'split1', 'split2'].map((key) => draftOf.get(key)!);
  await receiveInMarch(desk, 'TWICE-1', [twice!]);
  await receiveInMarch(desk, 'TWICE-2', [twice!]);
  await expectRefusalHere(receiveInMarch(desk, 'TWICE-3', [twice!]), 'demand_drafts.exhausted');
  await receiveInMarch(desk, 'SPLIT', [split1!, split2!]);
  for (const { key, number } of [twice!, split1!, split2!]) {
    const { rows } = await owner.query<{ id: string }>('select id from demand_drafts where number = $1', [
      number,
    ]);
    expect(rows).toHaveLength(1);
    ids.set(key, rows[0]!.id);
  }
}

async function expectRefusalHere(attempt: Promise<unknown>, code: string): Promise<void> {
  await expect(attempt).rejects.toMatchObject({ code });
}

async function carry(): Promise<void> {
  const bySlip = Map.groupBy(
    drafts.filter(({ slip }) => slip !== null),
    ({ slip }) => slip!,
  );
  const first = ['mixed', 'named', 'sameDay'];
  for (const slip of [...first, ...[...bySlip.keys()].filter((one) => one.startsWith('plain'))]) {
    const number = await carryToBank(
      desk,
      admin,
      idsOf(bySlip.get(slip)!.map(({ key }) => key)),
      depositedOn,
    );
    if (slip === 'named') expect(number).toBe('DS-000002');
  }
  await carryToBank(desk, admin, [ids.get('early')!], '2025-04-05');
}

/** What staff noted before the bank's file came. */
async function decideByHand(): Promise<void> {
  expect(await markStaleDrafts(portal.services, new Date('2025-04-05T05:00:00Z'))).toBe(10);
  const now = new Date('2025-04-06T05:00:00Z');
  const caseWorker = await portal.as('case_worker');
  const { rows } = await owner.query<{ id: string }>(
    "select id from applications where registration_number in ('returned/0', 'returnedAfter/0')",
  );
  for (const { id } of rows) {
    await verifyApplication(actingAs(portal.services, caseWorker.actor, { now }), { id, version: 1 });
  }
  const context = actingAs(portal.services, admin.actor, { now });
  await realiseDrafts(context, { draftIds: [ids.get('byHand')!], realisedOn: '2025-04-02' });
  await returnDraft(context, { id: ids.get('returnedByHand')!, version: 3, reason: 'signature', remark: '' });
}

function idsOf(keys: readonly string[]): string[] {
  return keys.map((key) => ids.get(key)!);
}

async function upload(
  rows: string[][],
  name: string,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await postSpreadsheet(
    admin,
    `/api/bank-statements?${new URLSearchParams({ name })}`,
    csvOfRows(rows),
  );
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

async function linesOf(statementId: string): Promise<StatementLine[]> {
  const rows: StatementLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await admin.api.bankStatements.listStatementLines({
      statementId,
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}

async function one<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> {
  return (await owner.query<Row>(text, values)).rows[0]!;
}

/** Everything that an upload may change, in one comparable text. */
async function stateOfBooks(): Promise<string> {
  const { rows } = await owner.query(
    `select (select count(*) from bank_statements) as statements,
            (select md5(string_agg(l::text, '' order by id)) from bank_statement_lines l) as lines,
            (select md5(string_agg(d::text, '' order by id)) from demand_drafts d) as drafts,
            (select count(*) from audit_events) as events`,
  );
  return JSON.stringify(rows);
}

const paiseOf = ({ amount }: PlannedLine) => Math.round(amount * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

describe('the statements', () => {
  test('hold 500 drafts and more than thirty oddities', () => {
    expect(drafts).toHaveLength(500);
    expect(new Set(drafts.map(({ number, bank }) => `${number} ${bank}`)).size).toBe(500);
    expect(lines.filter(({ key }) => !draftOf.has(key)).length).toBeGreaterThan(40);
  });

  test('of the first day settles what it has', async () => {
    const { answer } = await upload(statementRows(lines, 0, firstEnd), 'first day.csv');
    expect(answer).toMatchObject({ isNew: true, lines: firstEnd, repeated: 0, settled: firstEnd });
  });

  test('with cells that cannot be read changes nothing, and each is named', async () => {
    const before = await stateOfBooks();
    const rows = month();
    const at = (description: string) => rows.findIndex((row) => row[2] === description);
    rows[at('CASH DEPOSIT SELF')]![0] = '04/22/2025';
    rows[at('CREDIT INTEREST CAPITALISED')]![5] = '1.234,56';
    rows[at('TO SALARY ACCOUNT')]![5] = '20,000.00';
    const { status, answer } = await upload(rows, 'april.csv');
    expect(status).toBe(422);
    expect(answer).toMatchObject({ code: 'bank_statements.faulty' });
    expect(answer.data).toEqual({
      count: 3,
      faults: [
        {
          rowNumber: at('CASH DEPOSIT SELF') + 1,
          column: 'Txn Date',
          found: '04/22/2025',
          wanted: expect.stringContaining('the day first'),
        },
        {
          rowNumber: at('CREDIT INTEREST CAPITALISED') + 1,
          column: 'Credit',
          found: '1.234,56',
          wanted: expect.stringContaining('1,23,456.00'),
        },
        {
          rowNumber: at('TO SALARY ACCOUNT') + 1,
          column: 'Credit',
          found: '20,000.00',
          wanted: expect.stringContaining('not in both'),
        },
      ],
    });
    expect(await stateOfBooks()).toBe(before);
  });

  test('of the month takes what is new, and every line stands where it should', async () => {
    const { answer } = await upload(month(), 'april.csv');
    const fresh = lines.slice(firstEnd);
    expect(answer).toMatchObject({
      isNew: true,
      lines: fresh.length,
      repeated: overlap,
      settled: fresh.filter(({ settles }) => settles).length,
    });
    const id = answer.id as string;
    statement = await admin.api.bankStatements.getBankStatement({ id });
    const rows = await linesOf(id);
    expect(rows.map(({ state }) => state)).toEqual(
      rows.map(({ state }) => state).toSorted((a, b) => Number(b === 'open') - Number(a === 'open')),
    );
    rows.sort((a, b) => a.rowNumber - b.rowNumber);
    found = new Map(fresh.map((line, index) => [line.key, rows[index]!]));
    const stands = ({ state, finding, settled }: StatementLine) =>
      state === 'open'
        ? finding!.code
        : `${state} ${settled
            .map(({ demandDraftId }) => demandDraftId)
            .toSorted()
            .join()}`;
    expect(Object.fromEntries([...found].map(([key, line]) => [key, stands(line)]))).toEqual(
      Object.fromEntries(
        fresh.map(({ key, settles, open }) => [
          key,
          settles ? `matched ${idsOf(settles).toSorted().join()}` : open,
        ]),
      ),
    );
    expect(found.get('short credit')!.finding!.differencePaise).toBe(1_770);
    expect(found.get('excess credit')!.finding!.differencePaise).toBe(100_000);
    expect(found.get('return after realisation')!.finding!.returnReason).toBe('payee_mismatch');
  });

  test('uploaded a second time changes nothing', async () => {
    const before = await stateOfBooks();
    const { answer } = await upload(month(), 'the same under another name.csv');
    expect(answer).toMatchObject({ isNew: false, id: statement.id });
    expect(await stateOfBooks()).toBe(before);
  });
});

describe('a person', () => {
  const decide = (key: string) => {
    const { id, version } = found.get(key)!;
    return { id, version };
  };
  const draftId = (key: string) => ids.get(key)!;

  test('settles a short credit with a remark, and never one in excess', async () => {
    const short = { ...decide('short credit'), demandDraftIds: [draftId('creditedShort')] };
    await expectDomainError(
      admin.api.bankStatements.settleStatementLine(short),
      'bank_statements.remark_wanted',
    );
    await admin.api.bankStatements.settleStatementLine({ ...short, remark: 'Commission of the bank' });
    const excess = { ...decide('excess credit'), demandDraftIds: [draftId('creditedMore')], remark: 'x' };
    await expectDomainError(admin.api.bankStatements.settleStatementLine(excess), 'bank_statements.excess');
  });

  test('chooses between banks, gives a draft that was realised by hand its line, and no second one to any', async () => {
    const { settleStatementLine } = admin.api.bankStatements;
    await settleStatementLine({ ...decide('several banks'), demandDraftIds: [draftId('twin2Hdfc')] });
    await settleStatementLine({ ...decide('realised by hand'), demandDraftIds: [draftId('byHand')] });
    const again = { ...decide('second of two'), demandDraftIds: [draftId('creditedTwice')] };
    await expectDomainError(settleStatementLine(again), 'bank_statements.draft_has_line');
    const repeated = { ...decide('several banks'), version: 2, demandDraftIds: [draftId('twin2Karnataka')] };
    await expectDomainError(settleStatementLine(repeated), 'bank_statements.not_open');
  });

  test.each([
    ['before the deposit', 'early', 'bank_statements.before_deposit'],
    ['value date to come', 'future', 'bank_statements.not_yet'],
    ['in the drawer', 'drawer1', 'demand_drafts.not_deposited'],
    ['stale', 'stale1', 'demand_drafts.not_deposited'],
    ['credit after return', 'returnedByHand', 'demand_drafts.not_deposited'],
    ['return', 'returned', 'bank_statements.not_credit'],
  ] as const)('cannot settle: %s', async (line, draft, code) => {
    const input = { ...decide(line), demandDraftIds: [draftId(draft)] };
    await expectDomainError(admin.api.bankStatements.settleStatementLine(input), code);
  });

  test('confirms returns, with all that follows', async () => {
    const { returnDraftOfLine } = admin.api.bankStatements;
    await returnDraftOfLine({ ...decide('return'), demandDraftId: draftId('returned'), reason: 'signature' });
    await returnDraftOfLine({
      ...decide('return after realisation'),
      demandDraftId: draftId('returnedAfter'),
      reason: 'payee_mismatch',
    });
    await returnDraftOfLine({
      ...decide('return noted by hand'),
      demandDraftId: draftId('returnedByHand'),
      reason: 'other',
    });
    const { rows } = await owner.query(
      `select p.registration_number, p.status, p.pending_amount, c.withheld_at is not null as withheld
         from applications p join certificates c on c.application_id = p.id order by 1`,
    );
    expect(rows).toEqual(
      ['returned/0', 'returnedAfter/0'].map((registration_number) => ({
        registration_number,
        status: 'rejected',
        pending_amount: fee,
        withheld: true,
      })),
    );
  });

  test('matches again once a draft is deposited', async () => {
    await carryToBank(desk, admin, [draftId('later')], '2025-04-08');
    expect(await admin.api.bankStatements.matchBankStatement({ id: statement.id })).toEqual({ settled: 1 });
  });

  test('sets the rest aside, and takes one back', async () => {
    const { setLineAside, reopenLine } = admin.api.bankStatements;
    const reasons = {
      interest: 'interest',
      charges: 'charges',
      cash: 'cash',
      UPI: 'electronic',
      reversal: 'reversal',
    } as const;
    for (const [key, reason] of Object.entries(reasons)) await setLineAside({ ...decide(key), reason });
    const salary = { ...decide('salary'), reason: 'other' as const };
    await expectDomainError(setLineAside(salary), 'bank_statements.remark_wanted');
    const { version } = await setLineAside({ ...salary, remark: 'Own account' });
    await expectDomainError(reopenLine(decide('salary')), 'records.stale');
    await reopenLine({ ...decide('salary'), version });
    await expectDomainError(
      reopenLine({ ...decide('salary'), version: version + 1 }),
      'bank_statements.not_set_aside',
    );
  });
});

describe('in the end', () => {
  test('every draft stands where it should', async () => {
    const { rows } = await owner.query<{ id: string; state: string }>('select id, state from demand_drafts');
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    expect(Object.fromEntries(drafts.map(({ key }) => [key, states.get(ids.get(key)!)]))).toEqual(
      Object.fromEntries(drafts.map(({ key, ends }) => [key, ends])),
    );
    expect(rows).toHaveLength(500);
  });

  test('the ledger agrees with the plan to the rupee', async () => {
    const byState = await owner.query(
      'select state, sum(amount)::int as amount, count(*)::int as count from demand_drafts group by 1 order by 1',
    );
    const planned = [...Map.groupBy(drafts, ({ ends }) => ends)].map(([state, group]) => ({
      state,
      amount: sum(group.map(({ amount }) => amount)),
      count: group.length,
    }));
    expect(byState.rows).toEqual(planned.toSorted((a, b) => (a.state < b.state ? -1 : 1)));

    // What returned drafts paid is pending again; the counter's three applications are paid in full.
    const pays = drafts.filter(({ ends }) => ends !== 'returned_by_bank').flatMap((draft) => draft.pays);
    const applications = drafts.flatMap((draft) => draft.pays).length + 3;
    const { paid, pending, total } = await one<Record<string, number>>(
      'select sum(paid_amount)::int as paid, sum(pending_amount)::int as pending, sum(total_amount)::int as total from applications',
    );
    expect(paid).toBe(sum(pays) + 3 * fee);
    expect(total).toBe(applications * fee);
    expect(pending).toBe(applications * fee - paid!);
    const { allocated } = await one<{ allocated: number }>(
      `select sum(a.amount)::int as allocated from allocations a join demand_drafts d on d.id = a.demand_draft_id where d.state <> 'returned_by_bank'`,
    );
    expect(allocated).toBe(paid);
  });

  test('every rupee of the account is matched, open or set aside', async () => {
    const { rows } = await owner.query<{ side: string; paise: number }>(
      'select side, sum(amount_paise)::int as paise from bank_statement_lines group by 1',
    );
    const inBooks = Object.fromEntries(rows.map(({ side, paise }) => [side, paise]));
    const credits = sum(lines.map(paiseOf).filter((paise) => paise > 0));
    const debits = -sum(lines.map(paiseOf).filter((paise) => paise < 0));
    expect(inBooks).toEqual({ credit: credits, debit: debits });

    const now = await admin.api.bankStatements.getBankStatement({ id: statement.id });
    const ofMonth = lines.slice(firstEnd - overlap).map(paiseOf);
    expect(now.creditPaise).toBe(sum(ofMonth.filter((paise) => paise > 0)));
    expect(
      now.openCreditPaise + now.matchedCreditPaise + now.setAsideCreditPaise + now.repeatedCreditPaise,
    ).toBe(now.creditPaise);
    expect(now.openDebitPaise + now.matchedDebitPaise + now.setAsideDebitPaise + now.repeatedDebitPaise).toBe(
      now.debitPaise,
    );

    // What is realised was credited, but for the commission that the bank kept.
    const realised = drafts.filter(({ ends, key }) => ends === 'realised' || key === 'returnedAfter');
    const { matched } = await one<{ matched: number }>(
      "select sum(amount_paise)::int as matched from bank_statement_lines where state = 'matched' and side = 'credit'",
    );
    expect(matched! + 1_770).toBe(sum(realised.map(({ amount }) => amount * 100)));
    const { settled } = await one<{ settled: number }>(
      "select sum(amount)::int * 100 as settled from bank_statement_settlements where outcome = 'realised'",
    );
    expect(settled).toBe(matched! + 1_770);
  });
});

describe('by roles', () => {
  test('an auditor reads', async () => {
    const auditor = await portal.as('auditor');
    expect(await auditor.api.bankStatements.countBankStatements({})).toEqual({ count: 2 });
    const candidates = await auditor.api.bankStatements.listLineCandidates({
      id: found.get('in the drawer')!.id,
    });
    expect(candidates.candidates.map(({ demandDraftId }) => demandDraftId)).toEqual([ids.get('drawer1')]);
    const sheet = await auditor.fetch(
      `/api/exports/bank-statement-lines?format=csv&statementId=${statement.id}`,
    );
    expect((await sheet.text()).trim().split('\r\n')).toHaveLength(lines.length - firstEnd + 1);
    const file = await auditor.fetch(`/api/bank-statements/${statement.id}/file`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(csvOfRows(month()));
  });

  test('a person of one college is told that the account is the university’s', async () => {
    const { collegeId } = desk.office;
    const bound = await portal.as('auditor', { collegeId });
    const { bankStatements } = bound.api;
    await expectDomainError(bankStatements.listBankStatements({}), 'bank_statements.university_only');
    await expectDomainError(
      bankStatements.getBankStatement({ id: statement.id }),
      'bank_statements.university_only',
    );
  });
});
