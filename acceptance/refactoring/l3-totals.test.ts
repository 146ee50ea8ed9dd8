import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, gridOf, waitForList } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters, seed } from '../harness/random.ts';
import { receive, verify } from '../harness/records.ts';

// The issue: "totals row"; UX.md: "a totals line under amounts". The truth is the sum of all rows that the filters leave,
// by SQL, not of those that happen to be drawn; rupees in Indian grouping without decimals (UX.md 9).

let portal: Portal;
let desks: Desks;
let browser: Browser;
let word: string;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
  word = `Totals${letters(7)}`;
  await makeRows();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const amounts = { 'Total Amount': 'total_amount', 'Paid Amount': 'paid_amount' } as const;
const lists: [keyof Desks, string, string][] = [
  ['admin', '/admin/total-applications', 'true'],
  ['admin', '/admin/fee-generated', 'true'],
  ['admin', '/admin/total-fee-generated', "status = 'verified'"],
  ['admin', '/admin/pending-fee', "status = 'rejected'"],
  ['admin', '/admin/rejected-applications', "status = 'rejected'"],
  ['caseWorker', '/case-worker/manage-application', 'true'],
  ['receiver', '/application-receiver/manage-application', 'true'],
];

describe('totals row', { timeout: 120_000 }, () => {
  for (const [desk, path, where] of lists) {
    for (const search of ['', 'search']) {
      test(`${path}${search && ' while searching'}: the line under the amounts is the sum of all rows that are left`, async () => {
        const query = search ? `?q=${word}` : '';
        const page = await openPage(browser, portal, desks[desk], `${path}${query}`);
        await waitForList(page);
        const sums = await sumsOf(`${where}${search ? ` and candidate_name like '%${word}%'` : ''}`);
        const text = await totalsText(page);
        for (const [label, amount] of Object.entries(sums)) {
          expect(text, `${label} (seed ${seed})`).toContain(rupees(amount));
        }
        await page.context().close();
      });
    }
  }

  test('the sums stand under their own columns, and move with a new row', async () => {
    const page = await openPage(
      browser,
      portal,
      desks.caseWorker,
      `/case-worker/manage-application?q=${word}`,
    );
    await waitForList(page);
    const before = await sumsOf(`candidate_name like '%${word}%'`);
    await eventually(
      async () => (await underColumn(page, 'Total Amount')).includes(rupees(before.total_amount!)),
      { within: 4_000, what: 'the sum under Total Amount' },
    );
    expect(await underColumn(page, 'Paid Amount')).toContain(rupees(before.paid_amount!));
    await receive(desks.receiver, { candidateName: `${word} Later` });
    await page.reload();
    await waitForList(page);
    const after = await sumsOf(`candidate_name like '%${word}%'`);
    expect(after.total_amount).toBeGreaterThan(before.total_amount!);
    await eventually(
      async () => (await underColumn(page, 'Total Amount')).includes(rupees(after.total_amount!)),
      { within: 4_000, what: 'the new sum' },
    );
    await page.context().close();
  });

  test('a list of fees has its sum as well, from the first row to the last', async () => {
    const page = await openPage(browser, portal, desks.admin, '/admin/college-management');
    await waitForList(page);
    const grid = await gridOf(page, ['Convocation Fee']);
    expect(columnAt(grid, 'Convocation Fee')).toBeGreaterThan(-1);
    const [row] = await portal.sql('select sum(convocation_fee)::int as fee from colleges');
    expect(await totalsText(page), 'a list of fees has its sum as well').toContain(rupees(row!.fee));
    await page.context().close();
  });
});

/** Rows with amounts that no sample has: a college with a fee of its own, some paid, some verified. */
async function makeRows(): Promise<void> {
  const { id } = await desks.admin.act('POST', '/api/colleges', {
    name: `College ${word}`,
    code: `T${letters(3)}${digits(3)}`.toUpperCase(),
    contactNumber: `98${digits(8)}`,
    address: '12, Temple Road',
    convocationFee: between(1_001, 9_999),
  });
  for (let index = 0; index < between(3, 5); index += 1) {
    const application: Json = await receive(desks.receiver, {
      collegeId: id,
      candidateName: `${word} ${letters(6)}`,
    });
    if (index % 2) await verify(desks.caseWorker, application.id);
  }
}

async function sumsOf(where: string): Promise<Record<string, number>> {
  const columns = Object.values(amounts);
  const [row] = await portal.sql(
    `select ${columns.map((column) => `coalesce(sum(${column}), 0)::bigint::text as ${column}`).join(', ')} from applications where ${where}`,
  );
  return Object.fromEntries(columns.map((column) => [column, Number(row![column])]));
}

function rupees(amount: number): string {
  return amount.toLocaleString('en-IN');
}

/** What the totals row says: rows of the tables' foot, or what stands under the list with the word 'Total'. */
async function totalsText(page: import('playwright-core').Page): Promise<string> {
  const read = async () => {
    const { totals } = await gridOf(page, ['Total Amount', 'Convocation Fee']);
    return totals.flat().join(' ');
  };
  await eventually(async () => /\d/.test(await read()), { within: 5_000, what: 'a totals row' });
  await page.waitForTimeout(600);
  return read();
}

async function underColumn(page: import('playwright-core').Page, label: string): Promise<string> {
  const grid = await gridOf(page, [label]);
  const at = columnAt(grid, label);
  return grid.totals.map((cells) => cells[at] ?? '').join(' ');
}
