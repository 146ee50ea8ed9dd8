import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds of WCAG 2.2 AA on the page as it stands. */
export async function expectNothingFound(page: Page, where: string): Promise<void> {
  // No frame of another origin has to be reached, for which every run would open a page of its own; and the hundreds of
  // passes that nobody reads are not described. Both together were two thirds of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, where).toEqual([]);
}
