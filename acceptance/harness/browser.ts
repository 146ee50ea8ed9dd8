import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../src/dev/testing/chromium.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

/** Chromium with the pace of a quick hand, so that keys are not taken for a scanner's. */
export async function openBrowser({ slowMo = 30 } = {}): Promise<Browser> {
  return chromium.launch({ ...(await findChromium()), slowMo });
}

/** A browser profile that carries a person's session, at the clerk's 1366 × 768. */
export async function contextOf(browser: Browser, portal: Portal, person: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  await context.addCookies(
    person.cookie.split('; ').map((pair) => {
      const [name, value] = pair.split(/=(.*)/s) as [string, string];
      return {
        name,
        value,
        domain: 'localhost',
        path: '/',
        httpOnly: true,
        secure: name.startsWith('__Host-'),
        sameSite: 'Strict' as const,
      };
    }),
  );
  return context;
}

export async function openPage(
  browser: Browser,
  portal: Portal,
  person: Person,
  path: string,
): Promise<Page> {
  const page = await (await contextOf(browser, portal, person)).newPage();
  await page.goto(path);
  return page;
}

/** A key that is held: one real keydown and so many repeats, as the keyboard sends them, then keyup. */
export async function hold(page: Page, key: string, repeats: number): Promise<void> {
  // Playwright marks a second `down` without `up` as a repeat.
  for (let pressed = 0; pressed <= repeats; pressed += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}
