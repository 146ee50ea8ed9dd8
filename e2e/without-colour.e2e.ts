import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { unfold } from './application-form.ts';
import { openDesk, openDesks } from './people.ts';

const schemes = ['light', 'dark'] as const;

test('forced colours show what is chosen', { tag: '@long' }, async ({ browser }) => {
  const stranger = await (await browser.newContext()).newPage();
  const [admin, receiver] = await openDesks(browser, 'admin', 'receiver');
  for (const colorScheme of schemes) {
    for (const page of [stranger, admin, receiver])
      await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await stranger.goto('/');
    await expectSeen(stranger, stranger.getByText('Case worker', { exact: true }), 'role', {
      chosen: () => stranger.getByRole('radio', { name: 'Case worker', exact: true }).press('Space'),
      other: () => stranger.getByRole('radio', { name: 'Printer', exact: true }).press('Space'),
    });
    const entry = admin.locator('nav a[href="/admin/college-management"]');
    await expectSeen(admin, entry, 'entry of the menu', {
      chosen: () => admin.goto('/admin/college-management'),
      other: () => admin.goto('/admin/student-master'),
    });
    const users = admin.getByRole('main').getByText('Users', { exact: true }).first();
    await expectSeen(admin, users, 'segment', {
      chosen: () => admin.goto('/admin/dashboard?view=users'),
      other: () => admin.goto('/admin/dashboard'),
    });
    await receiver.goto('/application-receiver/new-application');
    await unfold(receiver, 'Contact details');
    const consent = receiver.getByRole('checkbox', { name: /has heard the notice/ });
    await expectSeen(receiver, consent, 'check box', {
      chosen: () => consent.check(),
      other: () => consent.uncheck(),
    });
  }
});

for (const [role, address] of [
  ['admin', '/admin/dashboard'],
  ['case_worker', '/case-worker/verify'],
  ['receiver', '/application-receiver/new-application'],
  ['printer', '/printer/print-queue'],
  ['auditor', '/auditor/audit-log'],
  [null, '/'],
  [null, '/verify'],
] as const)
  test(`${address}: the focus is seen at each stop of Tab, in forced colours too`, { tag: '@long' }, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const page = role ? await openDesk(browser, role) : await (await browser.newContext()).newPage();
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const unseen: string[] = [];
      for (let stop = 0; stop < 30; stop += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate<string | null>(markFocused);
        if (name === null) break;
        const focused = await picture(page, page.locator('[data-focused]'));
        await page.evaluate('window.focused = document.activeElement; focused.blur()');
        const blurred = await picture(page, page.locator('[data-focused]'));
        await page.evaluate('focused.focus({ preventScroll: true })');
        if ((await differingPixels(focused, blurred)) < 15) unseen.push(name);
      }
      expect(unseen, forcedColors).toEqual([]);
    }
  });

/** Names the element that has the focus, and marks what is painted for it: a hidden control shows its focus at its label. */
const markFocused = `(() => {
  const element = document.activeElement;
  document.querySelector('[data-focused]')?.removeAttribute('data-focused');
  if (!element || element === document.body) return null;
  const isHidden = element.getBoundingClientRect().width < 8 || getComputedStyle(element).opacity === '0';
  (isHidden ? (element.labels?.[0] ?? element.parentElement) : element).setAttribute('data-focused', '');
  return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
})()`;

async function expectSeen(
  page: Page,
  target: Locator,
  name: string,
  { chosen, other }: { chosen: () => Promise<unknown>; other: () => Promise<unknown> },
): Promise<void> {
  const pictures = [];
  for (const choose of [chosen, other]) {
    await choose();
    await expect(target).toBeVisible();
    await target.scrollIntoViewIfNeeded();
    await page.evaluate('document.activeElement.blur()');
    pictures.push(await picture(page, target));
  }
  expect(await differingPixels(pictures[0]!, pictures[1]!), name).toBeGreaterThan(12);
}

/** The element with a little of what is around it. */
async function picture(page: Page, target: Locator): Promise<Buffer> {
  const box = (await target.boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const [left, top] = [Math.max(0, Math.floor(box.x) - 5), Math.max(0, Math.floor(box.y) - 5)];
  const clip = {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(box.x + box.width) + 5) - left,
    height: Math.min(height, Math.ceil(box.y + box.height) + 5) - top,
  };
  return page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
}

/** How many pixels differ by a contrast of 3 : 1, as WCAG 2.2, 1.4.11 asks for. */
async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (a!.info.width !== b!.info.width || a!.info.height !== b!.info.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < a!.data.length; at += 3) {
    const [x, y] = [luminance(a!.data, at), luminance(b!.data, at)];
    if ((Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) >= 3) count += 1;
  }
  return count;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(pixels: Buffer, at: number): number {
  const channel = (offset: number) => {
    const value = pixels[at + offset]! / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}
