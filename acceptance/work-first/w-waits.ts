import type { Page } from 'playwright-core';
import { menuOf, settle } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { indianDayOf } from './w-office.ts';

// "What waits": UX.md, 'Work first': "A desk opens with what waits, each a link to the filtered list, with its count and the
// age of the oldest: returned to me, fee short, ready to collect, going stale, to approve (reprints, stock, proofs), open runs,
// stock counts due, older than 150 days from result (UGC: 180)."
// Open: the heading of it, the words of each line, and whether a line's count stands inside its link or beside it.

export type Waiting = { text: string; href: string; count: number; age: string };

/** Lines of UX.md's list, and who surely has them. `truths`: where a word leaves two readings, either one. */
export type Kind = {
  name: string;
  like: RegExp;
  desks: ('admin' | 'caseWorker' | 'receiver' | 'printer' | 'auditor')[];
  /** Each gives `id`, `at` and `mark`, the number by which a row of the list is known; $1 is the college or null, $2 the person. */
  truths: string[];
};

const college = (column: string) => `($1::uuid is null or ${column} = $1) and $2::uuid is not null`;
const day = "(now() at time zone 'Asia/Kolkata')::date";

export const kinds: Kind[] = [
  {
    name: 'to check',
    like: /to (check|verify|decide)|received|pending|waits? for (the )?(check|verif|decision)/i,
    desks: ['caseWorker'],
    truths: [
      // What the reader received waits for others (four eyes), or is shown with the reason.
      `select id, received_at as at, registration_number as mark from applications where status = 'received' and ${college('college_id')}`,
      `select id, received_at as at, registration_number as mark from applications a where status = 'received' and ${college('college_id')} and not exists (select 1 from contributors c where c.record_id = a.id and c.staff_id = $2)`,
    ],
  },
  {
    name: 'returned to me',
    like: /returned/i,
    desks: ['receiver'],
    truths: [
      `select id, returned_at as at, registration_number as mark from applications where status = 'returned' and ${college('college_id')}`,
      `select id, returned_at as at, registration_number as mark from applications where status = 'returned' and ${college('college_id')} and $2 in (received_by, corrected_by)`,
    ],
  },
  {
    name: 'fee short',
    like: /fee.*short|short.*fee|fee pending|rejected/i,
    desks: ['receiver'],
    truths: [
      `select id, rejected_at as at, registration_number as mark from applications where status = 'rejected' and ${college('college_id')}`,
      `select id, rejected_at as at, registration_number as mark from applications where status = 'rejected' and rejection_cause = 'fee_short' and ${college('college_id')}`,
    ],
  },
  {
    name: 'ready to collect',
    like: /ready|to collect|to hand over/i,
    desks: ['receiver'],
    truths: [
      `select id, printed_at as at, convocation_number as mark from certificates where state = 'printed' and withheld_at is null and ${college('college_id')}`,
    ],
  },
  {
    name: 'going stale',
    like: /stale/i,
    desks: ['receiver', 'auditor'],
    truths: [
      // UX.md: "warning from 75 days, refused after 3 months".
      `select id, received_at as at, number as mark from demand_drafts where state = 'received' and drawn_on <= ${day} - 75 and valid_until >= ${day} and ${college('college_id')}`,
      // By that sentence a draft ages from the date on it.
      `select id, drawn_on::timestamptz as at, number as mark from demand_drafts where state = 'received' and drawn_on <= ${day} - 75 and valid_until >= ${day} and ${college('college_id')}`,
    ],
  },
  {
    name: 'reprints to approve',
    // The printer's reprints to print are others: "to approve (reprints, stock, proofs)".
    like: /reprint.*approv|approv.*reprint/i,
    desks: ['admin'],
    truths: [
      `select id, requested_at as at, exam_roll_number as mark from reprint_requests where status is null and ended_with is null and ${college('college_id')}`,
    ],
  },
  {
    name: 'open runs',
    like: /runs?\b/i,
    desks: ['printer', 'auditor'],
    truths: [
      `select id, prepared_at as at, run_number::text as mark from print_runs where state in ('prepared', 'printing') and ${college('college_id')}`,
    ],
  },
];

/** "older than 150 days from result": not handed over, not taken back; the result is the award record's. */
export const overdue: Kind = {
  name: 'older than 150 days from result',
  like: /150/,
  desks: ['admin', 'caseWorker', 'receiver', 'printer', 'auditor'],
  truths: [],
};

const read = `(() => {
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const main = document.querySelector('main');
  const named = [...(main?.querySelectorAll('h1, h2, h3, h4, [role=heading], [aria-label], caption, legend') ?? [])].find((one) => /\\bwait(s|ing)?\\b|to be done|your work/i.test(one.getAttribute('aria-label') ?? one.textContent) && (one.textContent.length < 60 || one.hasAttribute('aria-label')));
  if (!named) return null;
  let area = named;
  while (area && area !== main && area.querySelectorAll('a[href]').length < 1) area = area.parentElement;
  return [...area.querySelectorAll('a[href]')].map((link) => {
    // The count may stand beside the link: then its line has it. Two links of one line are read by themselves.
    let line = link.closest('li, tr, [role=listitem], [role=row]') ?? link;
    if (line.querySelectorAll('a[href]').length > 1) line = link;
    const words = clean(line.innerText || line.textContent);
    const label = link.getAttribute('aria-label') ?? '';
    return { text: words.length >= label.length ? words : clean(label), href: new URL(link.href).pathname + new URL(link.href).search };
  });
})()`;

const ages =
  /(\d[\d,]*)\s*(minute|min|hour|hr|day|week|month|year)s?\b|\d{2}\/\d{2}\/\d{4}|today|yesterday|just now/gi;

/** The lines of what waits on the screen that is open; undefined where it has none. */
export async function waitsOn(page: Page): Promise<Waiting[] | undefined> {
  await settle(page);
  const lines = await eventually(() => page.evaluate<{ text: string; href: string }[] | null>(read), {
    within: 6_000,
    what: `"A desk opens with what waits" on ${page.url()}`,
  });
  return lines.map(({ text, href }) => {
    const said = text.replaceAll(/150 days|180( days)?/gi, '');
    const age = said.match(ages)?.[0] ?? '';
    const count = /\d[\d,]*/.exec(said.replaceAll(ages, ''))?.[0];
    return { text, href, count: Number(count?.replaceAll(',', '') ?? Number.NaN), age };
  });
}

/** True where the age that is shown fits one of these moments, as roughly as its unit says it. */
export function fitsAge(shown: string, moments: (Date | null)[]): boolean {
  return moments.some((at) => {
    if (!at) return false;
    if (/\d{2}\/\d{2}\/\d{4}/.test(shown)) return shown.includes(indianDayOf(at));
    const days = (Date.now() - at.getTime()) / 86_400_000;
    if (/today|just now|min|hour|hr/i.test(shown)) return days < 1.1;
    if (/yesterday/i.test(shown)) return days < 2.1;
    const [, number, unit] = /(\d[\d,]*)\s*(day|week|month|year)/i.exec(shown) ?? [];
    if (!number) return false;
    const length = { day: 1, week: 7, month: 30.44, year: 365.25 }[unit!.toLowerCase()]!;
    return Math.abs(Number(number.replaceAll(',', '')) - days / length) <= 1;
  });
}

/** Counts of the menu: what an entry's words have behind its name, as in `Manage Application 37`. */
export async function menuCounts(page: Page): Promise<{ text: string; href: string; count: number }[]> {
  const menu = menuOf(page);
  await menu.waitFor();
  const found = new Map<string, string>();
  const collect = async () => {
    const links = await page.evaluate<{ text: string; href: string }[]>(
      `[...document.querySelectorAll('nav:not([aria-label*="readcrumb" i]) a[href]')].filter((a) => a.checkVisibility()).map((a) => ({ text: (a.getAttribute('aria-label') ?? a.innerText).replace(/\\s+/g, ' ').trim(), href: new URL(a.href).pathname + new URL(a.href).search }))`,
    );
    for (const { text, href } of links) found.set(href, text);
  };
  await collect();
  // "Submenus open one at a time".
  const folds = menu.locator('[aria-expanded]');
  for (let index = 0; index < (await folds.count()); index += 1) {
    if ((await folds.nth(index).getAttribute('aria-expanded')) === 'false') await folds.nth(index).click();
    await page.waitForTimeout(100);
    await collect();
  }
  return [...found].flatMap(([href, text]) => {
    const count = /(?:^|\s)(\d[\d,]*)\b/.exec(text.replaceAll(/150 days|v?\d+\.\d+\.\d+/g, ''))?.[1];
    return count ? [{ text, href, count: Number(count.replaceAll(',', '')) }] : [];
  });
}
