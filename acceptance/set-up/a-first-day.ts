import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Json, Role } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { digits, letters } from '../harness/random.ts';
import {
  type ChecklistLine,
  counterOf,
  dryRunOnScreen,
  importOnScreen,
  lineNamed,
  linesOn,
  openChecklist,
} from './a-checklist.ts';
import {
  addPrinterOnScreen,
  type Candidate,
  employOnScreen,
  fillKnown,
  handOverOnScreen,
  printOnScreen,
  proofOnScreen,
  receiveOnScreen,
  signInOnScreen,
  stockOnScreen,
  verifyAsStranger,
  verifyOnScreen,
} from './a-journey.ts';
import { onTheChecklist } from './a-names.ts';
import { zipFolder } from './a-packs.ts';
import { createAdmin, type University } from './a-university.ts';
import { type Plan, planOf } from './a-walk.ts';

// "On an empty production database: create the administrator by command, import a pack, complete the checklist, receive
// the first application, verify, print, hand over, verify as a stranger: one journey without demo mode". Every step on the
// screens; what became of it is read by SQL.

export type FirstDay = {
  university: University;
  candidate: Candidate;
  plan: Plan;
  number: string;
  /** What the stranger's page says of number and code. */
  verdict: string;
  /** The checklist as it stood at first, after the pack, and when the first application came. */
  checklists: ChecklistLine[][];
  dryRun: string;
  admin: Page;
};

export async function firstDay(
  browser: Browser,
  university: University,
  { folder, academicYear }: { folder: string; academicYear: string },
): Promise<FirstDay> {
  const { portal } = university;
  const [first, second] = [createAdmin(university), createAdmin(university)];
  const admin = await signInOnScreen(browser, university, 'admin', first.email, first.secret);
  const checklists: ChecklistLine[][] = [];
  const look = async () => {
    await admin.goto('/');
    await openChecklist(admin);
    checklists.push(await linesOn(admin));
    return checklists.at(-1)!;
  };

  await look();
  expect((await counterOf(admin)).links.length, 'links to what the counter misses').toBeGreaterThan(0);

  const dryRun = await dryRunOnScreen(admin, zipFolder(folder));
  expect((await portal.sql('select 1 from courses')).length, 'courses after the dry run').toBe(0);
  await importOnScreen(admin);
  await eventually(async () => (await portal.sql('select 1 from courses')).length > 0, {
    what: 'imported courses',
  });

  // The checklist: people, then what this pack left open.
  await addPrinterOnScreen(admin);
  const desks = {} as Record<Exclude<Role, 'admin'>, Page>;
  for (const role of ['receiver', 'case_worker', 'printer', 'auditor'] as const) {
    const { email, secret } = await employOnScreen(admin, role);
    desks[role] = await signInOnScreen(browser, university, role, email, secret);
  }
  const other = await signInOnScreen(browser, university, 'admin', second.email, second.secret);
  for (const line of (await look()).filter(({ isDone }) => !isDone)) await complete(admin, university, line);
  const choices: Json = await (await desks.receiver.request.get('/api/application-choices')).json();
  const plan = planOf(choices);
  const serial = await stockOnScreen(admin, other, plan, 3);
  await proofOnScreen(desks.printer, other, plan);
  for (const name of onTheChecklist) {
    const line = lineNamed(await look(), name);
    expect(line.isDone, `the checklist's line of ${name}: ${line.text}`).toBe(true);
  }

  const candidate = await receiveOnScreen(desks.receiver, academicYear, plan);
  await eventually(async () => (await portal.sql('select 1 from applications')).length === 1, {
    what: 'the first application',
  });
  await verifyOnScreen(desks.case_worker, candidate);
  const [certificate] = await eventually(
    async () => {
      const rows = await portal.sql<{ number: string }>(
        'select convocation_number as number from certificates',
      );
      return rows.length ? rows : undefined;
    },
    { what: 'the first certificate' },
  );
  await printOnScreen(desks.printer, serial);
  await handOverOnScreen(desks.receiver, certificate!.number);
  const [sheet] = await portal.sql('select verification_code as code from sheets');
  const verdict = await verifyAsStranger(browser, university, certificate!.number, sheet!.code);
  return { university, candidate, plan, number: certificate!.number, verdict, checklists, dryRun, admin };
}

/** What a pack may leave open: colleges, papers, and the mail that is tested. */
async function complete(page: Page, university: University, line: ChecklistLine): Promise<void> {
  if (line.name === 'colleges') {
    await page.goto('/admin/add-college');
    await fillKnown(page.getByRole('main'), [
      [/name/i, `College of ${letters(6)}`],
      [/code/i, `COL${digits(3)}`],
      [/contact/i, `98${digits(8)}`],
      [/address/i, '12, Temple Road'],
      [/fee/i, '700'],
    ]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((url) => !/add-college/.test(url.pathname));
  }
  if (line.name === 'papers') {
    await page.goto('/admin/add-certificate-stock');
    await page.getByRole('button', { name: /new certificate paper/i }).click();
    const dialog = page.getByRole('dialog').last();
    await fillKnown(dialog, [
      [/name/i, `Vellum ${letters(4)}`],
      [/code/i, letters(5).toUpperCase()],
      [/colou?r/i, 'Green'],
    ]);
    await dialog.getByRole('button', { name: /^add/i }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  if (line.name === 'mail tested') {
    const before = university.mails.received.length;
    await page.goto('/');
    await openChecklist(page);
    if (line.hrefs[0]) await page.goto(line.hrefs[0]);
    await page.getByRole('main').getByRole('button', { name: /mail/i }).first().click();
    await eventually(() => university.mails.received.length > before, { what: 'the test mail' });
    const code = page.getByRole('dialog').getByRole('button', { name: /^(yes|arrived|confirm|it arrived)/i });
    if (await code.count()) await code.first().click();
  }
}
