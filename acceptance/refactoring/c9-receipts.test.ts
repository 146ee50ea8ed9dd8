import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, gridOf, openRow, waitForList } from '../harness/list-page.ts';
import { operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { draftOf, receive, upload, versionOf, writeApplication, writePdf } from '../harness/records.ts';

// FAULTS.md C9: "The receipt of a college's draft is uploaded again for each of forty; a used-up draft stays pinned;
// correcting a returned application opens an empty draft row that counts as five faults …" must become "the receipt
// belongs to the draft (a database constraint forbids two applications one file today), an application shows its
// drafts' receipts (the list column the first and '+N', Row Details all); 'used up' dropped; empty rows do not count".
// Open: the fields. A receipt is looked for among the properties of a draft in the body of POST /api/applications; what
// a draft is worth as a whole may stand beside what of it pays for this application.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('C9 receipts', { timeout: 180_000 }, () => {
  test('C9: the receipt belongs to the draft: one draft, one upload, several applications', async () => {
    const count = between(3, 5);
    const ids = await receiveWithOneDraft(count);
    expect(ids).toHaveLength(count);
    const receipts = await receiptsOf(ids);
    expect(new Set(receipts.map((row) => row.file)).size, 'one file for all of them').toBe(1);
    for (const id of ids) {
      const { text } = await desks.caseWorker.get(`/api/applications/${id}`);
      expect(text, 'each application shows it').toContain(receipts[0]!.file);
      expect((await desks.caseWorker.ask('GET', `/api/files/${receipts[0]!.file}`)).status).toBe(200);
    }
  });

  test("C9: the list column has the first receipt and '+N', Row Details has all", async () => {
    const { field } = await receiptField();
    const base = await writeApplication(desks.receiver);
    const fee = base.totalAmount;
    const count = between(2, 4);
    const names = Array.from({ length: count }, () => `receipt ${letters(7)}.pdf`);
    const drafts: Json[] = [];
    for (const [index, name] of names.entries()) {
      const part = index < count - 1 ? Math.floor(fee / count) : fee - Math.floor(fee / count) * (count - 1);
      drafts.push({ ...draftOf(part), [field]: await upload(desks.receiver, 'receipt', writePdf(), name) });
    }
    const { receiptFileId: _, ...rest } = base;
    await desks.receiver.act('POST', '/api/applications', { ...rest, drafts });
    const page = await openPage(
      browser,
      portal,
      desks.caseWorker,
      `/case-worker/manage-application?q=${base.registrationNumber}`,
    );
    await waitForList(page);
    const grid = await gridOf(page, ['Bank receipt(DD)']);
    const cell = grid.rows[0]!.cells[columnAt(grid, 'Bank receipt(DD)')]!;
    expect(cell.text).toContain(`+${count - 1}`);
    await openRow(page, base.candidateName);
    const details = page.getByRole('dialog');
    await details.waitFor();
    for (const name of names) await details.getByText(name).first().waitFor({ timeout: 3_000 });
    await page.context().close();
  });

  test("C9 'used up' dropped: a pinned draft whose balance is spent is no longer offered", async () => {
    const field = await receiptField();
    const [college] = (await desks.receiver.get('/api/application-choices')).body.colleges;
    const fee = college.convocationFee;
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await page.getByLabel('Candidate name').waitFor();
    const draft = draftOf(fee);
    const receiptFileId = await upload(desks.receiver, 'receipt', writePdf(), 'dd.pdf');
    const base = await writeApplication(desks.receiver, { collegeId: college.id });
    const { receiptFileId: _, ...rest } = base;
    await desks.receiver.act('POST', '/api/applications', {
      ...rest,
      drafts: [{ ...draft, [field.field]: receiptFileId }],
    });
    await page.reload();
    await page.getByLabel('Candidate name').waitFor();
    await page.waitForTimeout(800);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).not.toMatch(/used up/i);
    expect(text).not.toContain(draft.number);
    await page.context().close();
  });

  test('C9 empty rows do not count: a returned application is corrected without touching its drafts', async () => {
    const application = await receive(desks.receiver);
    await desks.caseWorker.act('POST', `/api/applications/${application.id}/return`, {
      version: await versionOf(desks.caseWorker, `/api/applications/${application.id}`),
      reasons: ['name'],
    });
    const page = await openCorrection(application.registrationNumber);
    const name = page.getByLabel('Candidate name');
    await name.waitFor();
    await eventually(async () => (await name.inputValue()) === application.candidateName, {
      what: 'the filled form',
    });
    const corrected = `${application.candidateName} ${letters(5)}`;
    await name.fill(corrected);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(1_500);
    const faults = await page.locator('main [aria-invalid=true]').count();
    expect(faults, 'faults of rows that nobody filled').toBe(0);
    await eventually(
      async () => {
        const [row] = await portal.sql(
          'select candidate_name as name, status from applications where id = $1',
          [application.id],
        );
        return row!.name === corrected && row!.status === 'received';
      },
      { what: 'the correction' },
    );
    await page.context().close();
  });

  test('C9: an application whose only draft is an untouched row is still asked for one', async () => {
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await page.getByLabel('Candidate name').waitFor();
    await page.getByLabel('Candidate name').focus();
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () => (await page.locator('main [aria-invalid=true], main [role=alert]').count()) > 0,
      { what: 'what is missing' },
    );
    expect(await page.locator('main').textContent()).toMatch(/demand draft|DD/);
    await page.context().close();
  });
});

async function receiptField(): Promise<{ field: string; draft: Json }> {
  const operation = (await operationsOf(portal)).find(
    (one) => one.method === 'POST' && one.path === '/api/applications',
  )!;
  const drafts = operation.content['application/json']!.schema.properties.drafts;
  const draft = drafts.items.properties ?? drafts.items.anyOf?.[0]?.properties ?? {};
  const field = Object.keys(draft).find((name) => /receipt|file/i.test(name));
  expect(field, `a receipt among the fields of a draft: ${Object.keys(draft)}`).toBeDefined();
  return { field: field!, draft };
}

/** So many applications that one draft pays, its receipt sent with the first alone. */
async function receiveWithOneDraft(count: number): Promise<string[]> {
  const { field, draft } = await receiptField();
  const first = await writeApplication(desks.receiver);
  const fee = first.totalAmount;
  const paper = draftOf(fee * count);
  const whole = Object.keys(draft).find((name) => /face|draftAmount|worth/i.test(name));
  const part = Object.keys(draft).find((name) => /allocat|share|used|pays/i.test(name));
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { receiptFileId, ...rest } = index
      ? await writeApplication(desks.receiver, { collegeId: first.collegeId })
      : first;
    const amounts = {
      amount: whole && !part ? fee : fee * count,
      ...(whole ? { [whole]: fee * count } : {}),
      ...(part ? { [part]: fee } : {}),
    };
    const sent = { ...paper, ...amounts, ...(index ? {} : { [field]: receiptFileId }) };
    ids.push((await desks.receiver.act('POST', '/api/applications', { ...rest, drafts: [sent] })).id);
  }
  return ids;
}

/** Receipts of the drafts that pay for these, whichever table of drafts and allocations names the file. */
async function receiptsOf(ids: string[]): Promise<{ file: string }[]> {
  const [column] = await portal.sql(
    "select column_name as name from information_schema.columns where table_name = 'demand_drafts' and column_name ~ 'receipt'",
  );
  expect(column, 'demand_drafts has a column of its receipt').toBeDefined();
  const [link] = await portal.sql(
    "select table_name as name from information_schema.columns where column_name in ('demand_draft_id', 'application_id') and table_schema = 'public' and table_name ~ 'alloc' group by 1 having count(*) = 2",
  );
  return portal.sql(
    `select d.${column!.name} as file from demand_drafts d join ${link!.name} a on a.demand_draft_id = d.id where a.application_id = any($1)`,
    [ids],
  );
}

async function openCorrection(registration: string): Promise<Page> {
  const page = await openPage(
    browser,
    portal,
    desks.receiver,
    `/application-receiver/manage-application?q=${registration}`,
  );
  await waitForList(page);
  const act = page
    .getByRole('main')
    .getByRole('button', { name: /^(edit|correct)/i })
    .or(page.getByRole('main').getByRole('link', { name: /^(edit|correct)/i }));
  await act.first().press('Enter');
  return page;
}
