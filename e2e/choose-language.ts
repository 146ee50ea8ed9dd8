import { expect, type Page } from '@playwright/test';
import { type Language, languageNames } from '#shared/languages.ts';

/** By the keyboard, as anybody: the menu of the person, then the language by its own name. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const banner = page.getByRole('banner');
  await banner.locator('button[aria-controls]').last().press('Enter');
  const choice = banner.getByRole('button', { name: languageNames[language] });
  await choice.press('Space');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(choice).toBeHidden();
}
