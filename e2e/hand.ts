import '#dev/testing/register-features.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { readCatalog } from '#platform/server/words/in-language.ts';
import { formatDay } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import { visit } from './visit.ts';

/** English words as screens in this language say them. */
function wordsIn(language: Language): (english: string) => string {
  if (language === 'en') return (english) => english;
  const words = new Map(readCatalog(language).map(({ english, translation }) => [english, translation]));
  return (english) => words.get(english) ?? english;
}

/** A hand that counts its clicks, from the overview on. What is typed is none, nor Ctrl K and Enter. */
export class Hand {
  clicks = 0;
  readonly page: Page;
  readonly say: (english: string) => string;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.say = wordsIn(language);
  }

  async begin(): Promise<void> {
    await visit(this.page, '/account');
    await visit(this.page, '/auditor/overview');
    // Below what the server finds: before that, whoever wants a rule would take the menu.
    await this.page
      .getByRole('main')
      .getByRole('link', { name: this.say('All rules'), exact: true })
      .waitFor();
    this.clicks = 0;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** To a screen, by a link of this one or else by the menu, whose groups open with a click. */
  async open(...addresses: string[]): Promise<void> {
    const links = this.page.locator(addresses.map(linkTo).join(', '));
    const { page } = this;
    const arrive = () => expect(page).toHaveURL((url) => addresses.includes(url.pathname));
    if ((await links.count()) > 0) {
      await this.click(links.first());
      return arrive();
    }
    const groups = page.locator('nav button[aria-controls]');
    for (const group of await groups.all()) {
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
      if ((await links.count()) === 0) continue;
      // One for the group: who knows the menu opens no other.
      this.clicks += 1;
      await this.click(links.first());
      return arrive();
    }
    throw new Error(`Nothing leads to ${addresses.join(' or ')}.`);
  }

  /** A record by what is written on it. */
  async find(typed: string, record: RegExp): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.keyboard.type(typed, { delay: 40 });
    await this.page.keyboard.press('Enter');
    await expect(this.page).toHaveURL(record);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Of the filter that has this choice, or the one named beside it, in whatever language. */
  async choose(value: string, beside = value): Promise<void> {
    await this.page.locator(`main select:has(option[value="${beside}"])`).first().selectOption(value);
    this.clicks += 1;
  }

  async search(typed: string): Promise<void> {
    await this.page.getByRole('grid').first().waitFor();
    await this.page.keyboard.press('/');
    await this.page.keyboard.type(typed, { delay: 40 });
    await this.page.keyboard.press('Enter');
  }

  async fillDay(field: Locator, day: string): Promise<void> {
    await field.fill(formatDay(day));
    await field.press('Enter');
    this.clicks += 1;
  }
}

/** Any link that is seen and leads there, whatever it narrows. */
export function linkTo(address: string): string {
  return `a[href="${address}"]:visible, a[href^="${address}?"]:visible`;
}

/** The rows of the first list, as it counts them itself. */
export async function expectRows(page: Page, expected: number, what: string): Promise<void> {
  const grid = page.getByRole('main').getByRole('grid').first();
  await expect
    .poll(
      async () => {
        const rows = (await grid.count()) === 0 ? '1' : await grid.getAttribute('aria-rowcount');
        return Number(rows) - 1;
      },
      { message: what },
    )
    .toBe(expected);
}
