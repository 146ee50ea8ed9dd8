import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '#shared/roles.ts';
import { openDesk } from './people.ts';

/** WCAG 2.2, 2.5.8. */
const smallestTarget = 24;
const width = 390;

/** The desk of this role on a phone. */
export async function openPhone(browser: Browser, role: Role): Promise<Page> {
  const desk = await openDesk(browser, role);
  const context = await browser.newContext({
    storageState: await desk.context().storageState(),
    viewport: { width, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addInitScript(
    "window.mousePresses = 0; addEventListener('pointerdown', (event) => { if (event.pointerType === 'mouse') window.mousePresses += 1; }, true);",
  );
  return context.newPage();
}

/** A finger reaches what is large enough and within the window. */
export async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  expect(Math.min(box.width, box.height), `${target}`).toBeGreaterThanOrEqual(smallestTarget);
  expect(box.x, `${target}`).toBeGreaterThanOrEqual(-1);
  expect(box.x + box.width, `${target}`).toBeLessThanOrEqual(width + 1);
  await target.tap();
}

export async function expectNoMouse(page: Page): Promise<void> {
  expect(await page.evaluate('window.mousePresses')).toBe(0);
}
