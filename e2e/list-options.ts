import type { Locator, Page } from '@playwright/test';

/** The menu of a list: Views, Columns, Print, and the files to export. */
export function listOptions(place: Page | Locator, label = 'List options'): Locator {
  return place.getByRole('button', { name: label, exact: true });
}

/** Chooses an entry of the menu of the page's only list: `Columns`, `CSV`. */
export async function chooseListOption(page: Page, name: string): Promise<void> {
  await listOptions(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
