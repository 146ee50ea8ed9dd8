import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { drawPortrait, writeDraftScan } from '#seed/demo-pictures.ts';
import { addMonths, dayInIndia } from '#shared/dates.ts';
import { openDesk } from './people.ts';

const started = Date.now();
const interruption = 'Live updates are interrupted; the list may be older than it looks.';

test("a colleague's application reaches an open list, and moves no row", async ({ browser }) => {
  const watcher = await openDesk(browser, 'receiver');
  const colleague = await openDesk(browser, 'receiver', 'receiver.col001@dikshant.example');
  const rows = watcher.getByRole('row');
  const pill = watcher.getByRole('button', { name: /^\d+ new$/ });

  await openList(watcher);
  const before = await rows.allTextContents();

  await test.step('a pill tells within a second', async () => {
    const application = await writeApplication(colleague.request, 1);
    await receive(colleague.request, application);
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 1_000 });
    expect(await rows.allTextContents()).toEqual(before);
  });

  await test.step('a narrowed list promises nothing', async () => {
    await watcher.getByLabel('Status').selectOption('Verified');
    await expect(pill).toBeHidden();
    await watcher.getByLabel('Status').selectOption('All');
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible();
  });

  await test.step('pressing it brings the row to the top', async () => {
    await pill.click();
    await expect(rows.nth(1)).toContainText(registrationOf(1));
    await expect(pill).toBeHidden();
  });

  await test.step('a lost stream is announced, and caught up', async () => {
    await watcher.route('**/api/changes', (route) => route.abort('connectionrefused'));
    await openList(watcher);
    await expect(watcher.getByRole('status').filter({ hasText: interruption })).toBeVisible();
    await receive(colleague.request, await writeApplication(colleague.request, 2));
    await expect(pill).toBeHidden();
    await watcher.unroute('**/api/changes');
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(watcher.getByText(interruption)).toBeHidden();
  });

  await test.step("somebody of one college is not told of another college's", async () => {
    await openList(colleague);
    await receive(watcher.request, await writeApplication(watcher.request, 3, 'COL002'));
    await receive(watcher.request, await writeApplication(watcher.request, 4, 'COL001'));
    await expect(colleague.getByRole('button', { name: '1 new' })).toBeVisible();
  });
});

/** Opens the list afresh, with its rows there and the stream asked for. */
async function openList(page: Page): Promise<void> {
  const stream = page.waitForRequest('**/api/changes');
  await page.goto('/application-receiver/manage-application');
  await stream;
  await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
}

function registrationOf(ordinal: number): string {
  return `LIVE${started}${ordinal}`;
}

/** What the counter sends for a candidate whose draft pays the fee; its files are uploaded already. */
async function writeApplication(request: APIRequestContext, ordinal: number, collegeCode = 'COL001') {
  const choices = await (await request.get('/api/application-choices')).json();
  const college = choices.colleges.find(({ code }: { code: string }) => code === collegeCode);
  const draft = {
    number: String(started + ordinal).slice(-6),
    drawnOn: addMonths(dayInIndia(new Date()), -1),
    bank: 'Canara Bank',
    branch: 'Mysuru Fort',
    amount: college.convocationFee,
  };
  return {
    registrationNumber: registrationOf(ordinal),
    examRollNumber: `2499${ordinal}`,
    candidateName: `Live Candidate ${ordinal}`,
    courseId: choices.courses[0].id,
    collegeId: college.id,
    academicYear: '2024-25',
    certificateType: choices.certificateTypes[0],
    paperId: choices.papers[0].id,
    photoFileId: await upload(request, 'photo', await drawPortrait(40 + ordinal)),
    receiptFileId: await upload(request, 'receipt', writeDraftScan(draft)),
    totalAmount: draft.amount,
    drafts: [draft],
  };
}

async function upload(request: APIRequestContext, kind: 'photo' | 'receipt', bytes: Buffer): Promise<string> {
  const response = await request.post(
    `/api/files?kind=${kind}&name=${kind === 'photo' ? 'a.jpg' : 'a.pdf'}`,
    {
      headers: { 'content-type': 'application/octet-stream' },
      data: bytes,
    },
  );
  return (await response.json()).id;
}

async function receive(request: APIRequestContext, application: object): Promise<void> {
  const response = await request.post('/api/applications', { data: application });
  expect(response.ok(), await response.text()).toBe(true);
}
