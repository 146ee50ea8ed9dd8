import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds of WCAG 2.2 AA on the page as it stands. */
export async function expectNothingFound(page: Page, where: string): Promise<void> {
  await expectNothingBy({ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }, page, where);
}

/** Fails with what axe finds of the rules that look at colours: a page that changed nothing else changed nothing for others. */
export async function expectColoursClear(page: Page, where: string): Promise<void> {
  await expectNothingBy({ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, page, where);
}

/**
 * Waits until nothing moves any more: on its way from one colour to the other a label has neither's contrast. What turns
 * for ever is not waited for.
 */
export async function settleMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(`Promise.race([
    Promise.allSettled(
      document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 5_000).map((one) => one.finished),
    ),
    // What is paused never finishes.
    new Promise((resolve) => setTimeout(resolve, 10_000)),
  ]).then(() => undefined)`);
}

/** The page follows the system's colours and the window's width where it stands, as it does for a person. */
export async function showIn(
  page: Page,
  look: { width: number; height: number; scheme: 'light' | 'dark' },
): Promise<void> {
  await page.setViewportSize(look);
  await page.emulateMedia({ colorScheme: look.scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.scheme);
  // On its way out the menu of a wide window covers what a narrow one shows.
  if (look.width < 768)
    await expect(page.getByRole('navigation', { name: /^(Main|ಮುಖ್ಯ|मुख्य)$/ })).toBeHidden();
}

async function expectNothingBy(
  runOnly: { type: 'tag' | 'rule'; values: string[] },
  page: Page,
  where: string,
): Promise<void> {
  await settleMotion(page);
  // No frame of another origin has to be reached, for which every run would open a page of its own; and the hundreds of
  // passes that nobody reads are not described. Both together were two thirds of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly, resultTypes: ['violations'] })
    // A box of a template is as small as what it prints; its numbers beside the sheet move it, too.
    .exclude('[data-box]')
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, where).toEqual([]);
}
