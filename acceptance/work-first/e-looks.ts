import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

// What an eye sees: pictures of the same place in two states.

export type Clip = { x: number; y: number; width: number; height: number };

export async function clipOf(page: Page, element: Locator, margin = 6): Promise<Clip | undefined> {
  const box = await element.boundingBox();
  const size = page.viewportSize()!;
  if (!box) return undefined;
  const x = Math.max(0, Math.floor(box.x - margin));
  const y = Math.max(0, Math.floor(box.y - margin));
  const width = Math.min(size.width, Math.ceil(box.x + box.width + margin)) - x;
  const height = Math.min(size.height, Math.ceil(box.y + box.height + margin)) - y;
  return width > 1 && height > 1 ? { x, y, width, height } : undefined;
}

export const picture = (page: Page, clip: Clip) =>
  page.screenshot({ clip, animations: 'disabled', caret: 'hide' });

function luminance(data: Buffer, at: number): number {
  const part = (offset: number) => {
    const value = data[at + offset]! / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
}

/** How many pixels of two pictures of one place differ by at least this contrast; 3 is WCAG's for what is no text. */
export async function differing(one: Buffer, other: Buffer, contrast = 3): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (a!.info.width !== b!.info.width || a!.info.height !== b!.info.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < a!.data.length; at += a!.info.channels) {
    const [x, y] = [luminance(a!.data, at), luminance(b!.data, at)];
    if ((Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) >= contrast) count += 1;
  }
  return count;
}

/** Where the focus is, in words, and where it is painted: a control that is hidden behind its label shows it there. */
export async function focusedElement(page: Page): Promise<{ name: string; element: Locator } | undefined> {
  const name = await page.evaluate<string>(
    "(() => { const e = document.activeElement; if (!e || e === document.body) return ''; document.querySelectorAll('[data-focused]').forEach((one) => one.removeAttribute('data-focused')); const seen = e.getBoundingClientRect().width < 8 || getComputedStyle(e).opacity === '0' ? (e.labels?.[0] ?? e.parentElement) : e; seen.setAttribute('data-focused', ''); return e.tagName.toLowerCase() + ' ‘' + (e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 40) + '’'; })()",
  );
  return name ? { name, element: page.locator('[data-focused]').first() } : undefined;
}
