import type { Locator, Page } from 'playwright-core';
import { fn } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';

// What the dashboard shows and where its parts lead. Open: whether a tile is one link or has one inside, and whether a slice
// or a month is a link of the picture or of its legend or table.

/** Rupees and counts as they are meant: a tile may say ₹1.2 Cr "with the full figure on hover and to the reader". */
export const numbersOf = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) => Number(found.replaceAll(',', '')));

/** The tile with this heading: the smallest element that has its trend in it, with what a pointer and a reader are told. */
export async function tile(
  page: Page,
  name: string,
): Promise<{ text: string; href?: string; onHover: string }> {
  const heading = page.getByRole('main').getByText(name, { exact: true }).first();
  await heading.waitFor();
  await page.waitForTimeout(500);
  return heading.evaluate(
    fn<{ text: string; href?: string; onHover: string }>(
      `(e) => { let near = e; while (near.parentElement && !/vs last month|compared/i.test(near.textContent)) near = near.parentElement;
        const link = near.closest('a[href]') ?? near.querySelector('a[href]') ?? e.closest('a[href]');
        const said = [near, ...near.querySelectorAll('*')].flatMap((one) => [one.getAttribute('title'), one.getAttribute('aria-label')]).filter(Boolean).join(' ');
        return { text: near.textContent.replace(/\\s+/g, ' '), href: link ? new URL(link.href).pathname + new URL(link.href).search : undefined, onHover: said }; }`,
    ),
  );
}

/** The part of the dashboard under a heading: what surrounds it and has a chart that is no icon. */
export async function part(page: Page, heading: RegExp): Promise<Locator> {
  const title = page.getByRole('main').getByText(heading).first();
  await title.waitFor();
  await page.waitForTimeout(500);
  const mark = `part-${heading.source.replaceAll(/\W/g, '')}`;
  await title.evaluate(
    fn<void>(
      `(e) => { let near = e; const charts = (one) => [...one.querySelectorAll('svg, canvas')].some((svg) => svg.getBoundingClientRect().width > 120); while (near.parentElement && near.tagName !== 'MAIN' && !charts(near)) near = near.parentElement; near.setAttribute('data-acceptance', '${mark}'); }`,
    ),
  );
  return page.locator(`[data-acceptance=${mark}]`);
}

/** Links of a part, each with its words. */
export async function linksOf(area: Locator): Promise<{ text: string; href: string }[]> {
  await area.waitFor();
  return area.evaluate(
    fn<{ text: string; href: string }[]>(
      "(e) => [...e.querySelectorAll('a[href], a')].map((a) => ({ text: [a.getAttribute('aria-label'), a.querySelector('title')?.textContent, a.textContent].filter(Boolean).join(' ').replace(/\\s+/g, ' ').trim(), href: a.getAttribute('href') ?? a.getAttribute('xlink:href') ?? '' })).filter(({ href }) => href)",
    ),
  );
}

export const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Rupees that pay, by month in India: allocations of drafts that were not returned or lapsed (PRODUCT.md 1: paid). */
export async function revenueOf(
  portal: Portal,
  year: number,
  collegeId: string | null = null,
): Promise<number[]> {
  const rows = await portal.sql<{ month: number; rupees: number }>(
    `select extract(month from l.allocated_at at time zone 'Asia/Kolkata')::int as month, sum(l.amount)::int as rupees
     from allocations l join demand_drafts d on d.id = l.demand_draft_id join applications a on a.id = l.application_id
     where d.pays and extract(year from l.allocated_at at time zone 'Asia/Kolkata') = $1 and ($2::uuid is null or a.college_id = $2) group by 1`,
    [year, collegeId],
  );
  return months.map((_, index) => rows.find(({ month }) => month === index + 1)?.rupees ?? 0);
}
