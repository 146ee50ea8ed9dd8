import type { Page } from 'playwright-core';
import { settle } from '../harness/list-page.ts';
import type { Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { finish, type Printed, printSheets } from '../sheets/a-sheets.ts';
import { type Office, rareName } from './w-office.ts';

// "A record page with a timeline for application, certificate, draft, sheet, run and person; every number on every screen links to
// it; event ↔ record." Open: the route, which is found by the link that a number is; the element that is the timeline.

export type Records = { printed: Printed; name: string; draft: { id: string; number: string } };

/** One candidate of a college, received, verified and printed: something of each kind. */
export async function printOne(office: Office, code: string): Promise<Records> {
  const name = rareName();
  const collegeId = office.colleges.find((one) => one.code === code)!.id;
  const [type] = (await office.desks.receiver.get('/api/application-choices')).body.certificateTypes;
  const printed = await printSheets(office, type, [{ candidateName: name, collegeId }]);
  await finish(office, printed);
  const [draft] = await office.portal.sql<{ id: string; number: string }>(
    'select d.id, d.number from demand_drafts d join allocations l on l.demand_draft_id = d.id where l.application_id = $1',
    [printed.sheets[0]!.applicationId],
  );
  return { printed, name, draft: draft! };
}

/** Links of the content whose words are exactly this number. */
export function linksTo(page: Page, number: string): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('main a[href], [role=dialog] a[href]')].filter((a) => a.textContent.replace(/\\s+/g, ' ').trim() === ${JSON.stringify(number)} || (a.getAttribute('aria-label') ?? '').includes(${JSON.stringify(number)})).map((a) => new URL(a.href).pathname + new URL(a.href).search)`,
  );
}

/** Opens a list searched for a number, and gives the address that the number leads to. */
export async function recordOf(page: Page, list: string, number: string): Promise<string> {
  await page.goto(`${list}?q=${encodeURIComponent(number)}`);
  const links = await eventually(
    async () => {
      const found = await linksTo(page, number);
      return found.length > 0 && found;
    },
    { within: 8_000, what: `${number} as a link on ${list}` },
  );
  return links[0]!;
}

export type Entry = { text: string; links: string[] };

/** The entries of the timeline: a list (or table) under the name timeline, history, 'what happened' or 'what was done'. */
export async function timelineOf(page: Page): Promise<Entry[]> {
  await settle(page);
  const script = `(() => {
    const main = document.querySelector('main');
    const named = [...(main?.querySelectorAll('h1, h2, h3, h4, [role=heading], [aria-label], [role=tab]') ?? [])].find((one) => /timeline|history|what happened|what was done/i.test(one.getAttribute('aria-label') ?? one.textContent));
    if (!named) return null;
    let area = named;
    while (area && area !== main && area.querySelectorAll('li, [role=listitem], tbody tr, [role=row][aria-rowindex]:not(:has([role=columnheader]))').length < 1) area = area.parentElement;
    return [...area.querySelectorAll('li, [role=listitem], tbody tr, [role=row][aria-rowindex]:not(:has([role=columnheader]))')].map((one) => ({ text: one.innerText.replace(/\\s+/g, ' ').trim(), links: [...one.querySelectorAll('a[href]')].map((a) => new URL(a.href).pathname + new URL(a.href).search) })).filter(({ text }) => text);
  })()`;
  const tab = page
    .getByRole('main')
    .getByRole('tab', { name: /timeline|history/i })
    .first();
  if (await tab.isVisible()) await tab.click();
  return eventually(
    async () => {
      const found = await page.evaluate<Entry[] | null>(script);
      return found?.length ? found : undefined;
    },
    { within: 6_000, what: `a timeline on ${page.url()}` },
  );
}

/** What the desks of events are called on screens. */
export const desksAs: Record<string, RegExp> = {
  admin: /admin/i,
  case_worker: /case worker/i,
  receiver: /receiver/i,
  printer: /printer|print room/i,
  auditor: /auditor/i,
  portal: /portal/i,
};

/** Calls to the server that a record's page makes with this id in them. */
export async function callsOf(page: Page, address: string, ids: string[]): Promise<string[]> {
  const seen = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() !== 'GET' || !url.pathname.startsWith('/api/')) return;
    const path = url.pathname + url.search;
    if (ids.some((id) => path.includes(encodeURIComponent(id)))) seen.add(path);
  });
  await page.goto(address);
  await settle(page);
  await page.waitForTimeout(800);
  return [...seen];
}

/** True where a person of another college learns nothing of a call. */
export async function refuses(person: Person, path: string, secrets: string[]): Promise<string | undefined> {
  const { status, text } = await person.get(path);
  const leak = secrets.find((secret) => text.includes(secret));
  if (leak) return `${path}: says ${leak} to ${person.email}`;
  // A list that is asked for by the record's id may be empty instead.
  if (status === 403 || status === 404) return undefined;
  if (status === 200 && /"(rows|entries|events)":\[\]|"count":0|^\[\]$/.test(text)) return undefined;
  return `${path}: ${status} to ${person.email}`;
}
