import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Role, roleLabels } from '#shared/roles.ts';
import { ask, count } from './database.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const counter = '/application-receiver/manage-application';
const fieldName = /registration.*roll.*(ACK|acknowledgement).*(DD|draft).*scan/i;

/** The one field of the counter. */
function counterField(page: Page): Locator {
  const main = page.getByRole('main');
  return main.getByLabel(fieldName).or(main.getByPlaceholder(fieldName)).first();
}

test('beside the field stand the drafts to deposit, the one that ends first on top', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  await visit(page, counter);
  const due = await ask<{ number: string; ends: string }>(
    `select number, to_char(valid_until, 'DD/MM/YYYY') as ends from demand_drafts
     where state = 'received' and deposit_slip_id is null
       and valid_until >= (now() at time zone 'Asia/Kolkata')::date
     order by valid_until`,
  );
  const first = due.filter(({ ends }) => ends === due[0]!.ends).map(({ number }) => number);
  const drafts = page
    .getByRole('main')
    .getByRole('region', { name: /drafts/i })
    .first();
  const entry = drafts
    .getByRole('listitem')
    .or(drafts.getByRole('row').filter({ hasText: /\d{6}/ }))
    .first();
  await expect(entry).toContainText(new RegExp(first.join('|')));
  const [field, list] = [await counterField(page).boundingBox(), await page.getByRole('grid').boundingBox()];
  const [beside] = [await drafts.boundingBox()];
  expect(field!.y).toBeLessThan(768);
  expect(beside!.y).toBeLessThan(768);
  expect(field!.y).toBeLessThan(list!.y);
});

test('a case worker lands on the head of the queue, and nothing is leased until it is opened', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'case_worker');
  const [head] = await ask<{ id: string; name: string }>(
    `select a.id, a.candidate_name as name from applications a
     where a.status = 'received' and not exists (
       select from contributors c join staff s on s.id = c.staff_id
       where c.record_id = a.id and s.email = 'case-worker@dikshant.example')
     order by a.waiting_since, a.id limit 1`,
  );
  const held = () => count('application_leases where application_id = $1 and expires_at > now()', head!.id);
  await expect.poll(held).toBe(0);
  await page.goto('/');
  await expect(page).toHaveURL(/\/case-worker\/manage-application$/);
  const queue = page
    .getByRole('main')
    .getByRole('region', { name: /queue|first|next case/i })
    .first();
  await expect(queue).toContainText(head!.name);
  const waiting = await count("applications where status = 'received'");
  const said = page.getByRole('main').getByText(new RegExp(`^${waiting} (to verify|waiting)`));
  await expect(said.first()).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const [above, list] = [await queue.boundingBox(), await page.getByRole('grid').boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(list!.y + 1);
  expect(list!.y).toBeLessThan(768);
  expect(await held(), 'to look at the head of the queue takes nothing').toBe(0);
  await queue
    .getByRole('link', { name: /verify|open|start/i })
    .or(queue.getByRole('button', { name: /verify|open|start/i }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/case-worker\/verify/);
  await expect(page.locator('[data-case]')).toHaveAttribute('data-case', head!.id);
  await expect.poll(held).toBe(1);
  await visit(page, '/case-worker/manage-application');
  await expect.poll(held).toBe(0);
});

test('the print queue is one table: what waits, since when, and what the stack has left', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'printer');
  await page.goto('/printer/print-queue');
  const main = page.getByRole('main');
  const table = main
    .getByRole('table')
    .or(main.getByRole('grid'))
    .filter({ has: page.getByRole('columnheader', { name: /next serial/i }) });
  await expect(table).toHaveCount(1);
  const headings = (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  const wanted = [
    /paper/i,
    /type/i,
    /waiting/i,
    /oldest/i,
    /reprints/i,
    /at hand/i,
    /left after/i,
    /next serial/i,
  ];
  const places = wanted.map((heading) => headings.findIndex((text) => heading.test(text)));
  expect(places, headings.join(', ')).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));

  // Certificates of a rank may lack the rank, and are then not counted.
  const batches = await ask<{ paper: string; colour: string; type: string; waiting: number; hand: number }>(
    `select p.name as paper, p.colour, a.certificate_type as type, count(*)::int as waiting,
       (select count(*)::int from blanks b left join staff s on s.id = b.held_by where b.paper_id = p.id
         and (b.state = 'in_store' or b.state = 'issued' and s.email = 'printer@dikshant.example')) as hand
     from certificates c join applications a on a.id = c.application_id join papers p on p.id = a.paper_id
     where c.state = 'to_print' and c.withheld_at is null and a.certificate_type <> 'Rank'
     group by p.id, a.certificate_type`,
  );
  expect(batches.length).toBeGreaterThan(0);
  for (const { paper, colour, type, waiting, hand } of batches) {
    const row = table
      .getByRole('row')
      .filter({ hasText: paper })
      .filter({ hasText: colour })
      .filter({
        has: page.getByText(type, { exact: true }),
      });
    await expect(row, `${paper}, ${colour}, ${type}`).toHaveCount(1);
    const cells = row.locator('th, td, [role=gridcell], [role=cell], [role=rowheader]');
    await expect(cells.nth(places[2]!)).toHaveText(new RegExp(`^${waiting}\\b`));
    // A paper of several types says it once, in the row of the first of them.
    if ((await cells.count()) < headings.length) continue;
    const numberAt = async (place: number) =>
      Number(/[\d,]+/.exec((await cells.nth(place).textContent())!)![0].replaceAll(',', ''));
    const [atHand, left] = [await numberAt(places[5]!), await numberAt(places[6]!)];
    expect(atHand, `${paper} ${colour} at hand`).toBe(hand);
    const ofPaper = batches.filter((one) => one.paper === paper && one.colour === colour);
    const all = ofPaper.reduce((sum, one) => sum + one.waiting, 0);
    if (hand >= all) {
      expect(left, `${paper} ${colour} left after`).toBeLessThanOrEqual(hand - waiting);
      expect(left).toBeGreaterThanOrEqual(hand - all);
    }
    await expect(row.getByRole('button', { name: /^Prepare/ })).toBeVisible();
  }
  const runs = await ask<{ number: string }>(
    `select 'R-' || lpad(run_number::text, 6, '0') as number from print_runs where state in ('prepared', 'printing')`,
  );
  const [text] = await main.allInnerTexts();
  for (const { number } of runs) expect(text!.split(number).length - 1, number).toBe(1);
});

test('the figures of an admin have a trend with its noun, and a funnel', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.goto('/admin/dashboard');
  const main = page.getByRole('main');
  const month = "date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'";
  for (const [label, noun, from] of [
    ['Total Students', 'students?', `students where created_at >= ${month}`],
    ['Total Applications', 'applications?', `applications where received_at >= ${month}`],
  ] as const) {
    const added = (await count(from)).toLocaleString('en-IN');
    const tile = page.getByRole('group', { name: label, exact: true });
    await expect(tile).toContainText(new RegExp(`\\+${added} ${noun} this month`));
  }

  await test.step('the funnel counts each step, with its median days, and follows the college', async () => {
    const funnel = main
      .getByRole('region')
      .filter({ hasText: /median/i })
      .filter({ hasText: /Handed over/i });
    const steps = ['Received', 'Verified', 'Printed', 'Handed over'];
    const inTurn = new RegExp(steps.join('[\\s\\S]*'), 'i');
    await expect(funnel.last()).toContainText(inTurn);
    const received = funnel
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .first();
    await expect(received).toHaveText((await count('applications')).toLocaleString('en-IN'));
    const ofCollege = await count(
      "applications a join colleges c on c.id = a.college_id where c.code = 'COL002'",
    );
    await page.getByLabel('College', { exact: true }).selectOption('COL002');
    await expect(received).toHaveText(String(ofCollege));
  });
});

test('an admin reaches the menu of each desk and comes back', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const desks = page.getByRole('banner').or(menu).getByRole('button', { name: /desk/i }).first();
  const choice = (role: Role) => {
    const name = new RegExp(roleLabels[role], 'i');
    return page
      .getByRole('menuitem', { name })
      .or(page.getByRole('menuitemradio', { name }))
      .or(page.getByRole('option', { name }))
      .first();
  };
  for (const [role, prefix, entry] of [
    ['case_worker', '/case-worker/', 'Manage Application'],
    ['receiver', '/application-receiver/', 'Manage Application'],
    ['printer', '/printer/', 'Print queue'],
    ['auditor', '/auditor/', 'Audit log'],
    ['admin', '/admin/', 'Student master'],
  ] as const) {
    await desks.click();
    await choice(role).click();
    await expect(page).toHaveURL(new RegExp(prefix));
    await expect(menu.getByRole('link', { name: new RegExp(`^${entry}`) })).toBeVisible();
  }
  const receiver = await openDesk(browser, 'receiver');
  await visit(receiver, counter);
  await expect(receiver.getByRole('banner').getByRole('button', { name: /desk/i })).toHaveCount(0);
});

test('Help stands in the top bar of every desk and leads to its guide', async ({ browser }) => {
  for (const [role, address, guide] of [
    ['admin', '/admin/dashboard', 'admin'],
    ['case_worker', '/case-worker/manage-application', 'case-worker'],
    ['receiver', counter, 'receiver'],
    ['printer', '/printer/print-queue', 'printer'],
    ['auditor', '/auditor/overview', 'auditor'],
  ] as const) {
    const page = await openDesk(browser, role);
    await visit(page, address);
    const banner = page.getByRole('banner');
    const button = banner.getByRole('button', { name: /^Help/ });
    await expect(banner.getByRole('link', { name: /^Help/ }).or(button)).toBeVisible();
    if (await button.isVisible()) await button.click();
    await expect(page.locator(`a[href^="/guide/${guide}."]`).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('your day in four steps is shown once, and stays dismissed on another device', async ({ browser }) => {
  const email = 'receiver.col002@dikshant.example';
  const stepsOf = (page: Page) => page.getByRole('region', { name: /^Your day in four steps/i });
  const page = await landed(browser, email);
  await expect(stepsOf(page).getByRole('listitem')).toHaveCount(4);
  await stepsOf(page)
    .getByRole('button', { name: /dismiss|close|hide|understood/i })
    .click();
  await expect(stepsOf(page)).toHaveCount(0);
  await page.reload();
  await expect(counterField(page)).toBeVisible();
  await expect(stepsOf(page)).toHaveCount(0);
  const elsewhere = await landed(browser, email);
  await expect(stepsOf(elsewhere)).toHaveCount(0);
});

async function landed(browser: Browser, email: string): Promise<Page> {
  const page = await openDesk(browser, 'receiver', email);
  await page.goto('/');
  await expect(counterField(page)).toBeVisible();
  return page;
}
