import type { Page } from 'playwright-core';

/**
 * WCAG 1.4.10: boxes of text that have to be scrolled sideways. Tables of data, pictures, code and what is drawn are
 * excepted there.
 */
export function sidewaysBoxes(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const excepted = '[role=grid], [role=treegrid], [role=table], table, canvas, svg, img, pre, code, [role=img], [role=application]';
    return Array.from(document.querySelectorAll('body, body *')).filter((e) => {
      const s = getComputedStyle(e);
      if (!/auto|scroll/.test(s.overflowX) || e.scrollWidth <= e.clientWidth + 1 || e.clientWidth < 20 || !e.checkVisibility()) return false;
      if (e.matches('input, textarea') || e.closest(excepted)) return false;
      // What sticks out is text of its own, not a table that scrolls inside.
      return Array.from(e.querySelectorAll('*')).some((one) => !one.closest(excepted) && !one.querySelector(excepted) && one.textContent.trim() && one.getBoundingClientRect().right > e.getBoundingClientRect().right + 2);
    }).map((e) => e.tagName.toLowerCase() + ' ' + (e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 50));
  })()`);
}

/** What a person can do and read in the content: names of controls, headings and labels of fields. */
export function offered(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const name = (e) => (e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent).replace(/\\s+/g, ' ').trim();
    return [...new Set(Array.from(document.querySelectorAll('main h1, main h2, main h3, main a[href], main button, main input:not([type=hidden]), main select, main textarea, main [role=combobox], main legend'))
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[role=row], tr, [aria-hidden=true]')).map(name).filter(Boolean))];
  })()`);
}

/** The same after all that unfolds was opened, and every menu of the content: they may hold what had no room. */
export async function offeredWithMenus(page: Page): Promise<string[]> {
  const folded = page.locator('main button[aria-expanded=false][aria-controls]:not([aria-haspopup])');
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().press('Enter');
  const found = new Set(await offered(page));
  const menus = page.locator('main button[aria-haspopup]');
  for (let index = 0; index < Math.min(8, await menus.count()); index += 1) {
    const menu = menus.nth(index);
    if (!(await menu.isVisible()) || (await menu.isDisabled())) continue;
    await menu.press('Enter').catch(() => {});
    await page.waitForTimeout(150);
    const items = await page
      .getByRole('menuitem')
      .or(page.getByRole('dialog').getByRole('button'))
      .allTextContents();
    for (const item of items) found.add(item.replaceAll(/\s+/g, ' ').trim());
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
  return [...found];
}
