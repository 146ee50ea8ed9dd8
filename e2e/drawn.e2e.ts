import { expect, type Page, test } from '@playwright/test';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';

/*
 * How quick a screen is on a machine that a test cannot know comes down to how many components are drawn for one click or
 * search. React says which have been: each commit is told to its developer tools, which this counter stands for.
 */
const counter = `(() => {
  const performedWork = 1;
  let before = new WeakSet();
  window.drawn = 0;
  const onCommitFiberRoot = (_renderer, root) => {
    const now = new WeakSet();
    const pending = [root.current];
    for (let fiber = pending.pop(); fiber; fiber = pending.pop()) {
      now.add(fiber);
      const isComponent = fiber.type !== null && typeof fiber.type !== 'string';
      if (isComponent && !before.has(fiber) && fiber.flags & performedWork) window.drawn += 1;
      pending.push(...[fiber.sibling, fiber.child].filter(Boolean));
    }
    before = now;
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot,
  };
})()`;

/** When nothing more is drawn: counts and sums are asked for 0.3 s after the rows. */
const settled = `new Promise((resolve) => {
  let seen = -1;
  const look = () => {
    if (seen === window.drawn) return resolve(seen);
    seen = window.drawn;
    setTimeout(look, 1000);
  };
  look();
})`;

async function drawnBy(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(settled);
  await page.evaluate('window.drawn = 0');
  await act();
  return page.evaluate(settled);
}

test('a search and a click in the menu draw what they change, and little else', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  await page.addInitScript(counter);
  await page.goto('/admin/total-applications');
  const grid = page.getByRole('grid', { name: 'Total applications' });
  await grid.locator('[data-index="0"]').waitFor();

  const search = page.getByRole('textbox', { name: 'Search candidate' });
  const searched = await drawnBy(page, async () => {
    await search.fill('zzqxj');
    await expect(page.getByText('No applications found').first()).toBeVisible();
  });
  const opened = await drawnBy(page, async () => {
    await page.getByRole('link', { name: 'Rejected applications' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rejected applications' })).toBeVisible();
  });
  // Measured on 2026-11-28: 374, and 866 to 881.
  expect(searched).toBeLessThan(420);
  expect(opened).toBeLessThan(950);
});

test('a decision draws the next case, and the decided one not again', { tag: '@long' }, async ({
  browser,
}) => {
  const receiver = await openDesk(browser, 'receiver');
  const name = `Drawn${Date.now()}`;
  for (const index of [8_001, 8_002]) {
    const application = await writeApplication(receiver.request, index);
    await receive(receiver.request, { ...application, candidateName: `${name} ${index}` });
  }
  const page = await openDesk(browser, 'case_worker');
  await page.addInitScript(counter);
  await page.goto(`/case-worker/verify?q=${name}`);
  await expect(page.locator('[data-file]')).toHaveCount(2, { timeout: 30_000 });
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { name: 'Verify this application?' })).toBeVisible();
  await page.evaluate(settled);
  await page.evaluate(`new MutationObserver((_, observer) => {
    window.untilNext = window.drawn;
    observer.disconnect();
  }).observe(document.querySelector('[data-case]'), { attributeFilter: ['data-case'] }), (window.drawn = 0)`);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('window.untilNext')).toBeGreaterThan(0);
  // Measured on 2026-11-28: 272, and 416 where the next case waits for the address.
  expect(await page.evaluate('window.untilNext')).toBeLessThan(300);
});
