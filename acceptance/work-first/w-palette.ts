import type { Locator, Page } from 'playwright-core';
import type { Person } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { pick } from '../harness/random.ts';

// Ctrl+K: "any number, any name, any screen, recent records, actions of this screen" (UX.md, 'Work first').
// Open: whether it is a dialog or a combobox of its own, and whether a found thing is an option, a button or a link.

export async function openPalette(page: Page): Promise<Locator> {
  await page.getByRole('main').first().waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page
    .locator('[role=dialog], [role=search], [role=combobox][aria-expanded=true]')
    .filter({ visible: true })
    .last();
  await dialog.waitFor({ timeout: 5_000 }).catch(() => {
    throw new Error(`Ctrl+K opens nothing on ${page.url()}.`);
  });
  return dialog;
}

/** What the palette offers at this moment, in its order. */
export async function offered(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  const found = dialog.locator('[role=option], [role=menuitem], a[href], li button, [data-action]');
  return (await found.allInnerTexts())
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text);
}

/**
 * "Any record in ≤ 3 keystrokes and its number": Ctrl+K, the number, then arrow and Enter. Gives the keys beside the number.
 * `like` tells the record from another one with the same number: run 4, slip 4, application 4.
 */
export async function goTo(page: Page, number: string, like: RegExp): Promise<number> {
  await openPalette(page);
  await page.keyboard.type(number);
  const at = await eventually(
    async () => {
      const index = (await offered(page)).findIndex((text) => like.test(text));
      return index < 0 ? undefined : index;
    },
    { within: 6_000, what: `${like} for ${number} in the palette` },
  );
  for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown');
  const before = page.url();
  await page.keyboard.press('Enter');
  await eventually(() => page.url() !== before, { within: 5_000, what: `the record of ${number}` });
  return 2 + at;
}

export type Found = { kind: string; number: string; name: string; id: string; collegeId: string | null };

/** Records of every kind that has a college, as own SQL knows them; `number` is what a person has in hand. */
const sources: Record<string, string> = {
  'application by acknowledgement':
    'select acknowledgement_number::text as number, candidate_name as name, id, college_id as "collegeId" from applications',
  'application by registration':
    'select registration_number as number, candidate_name as name, id, college_id as "collegeId" from applications',
  'application by roll':
    'select exam_roll_number as number, candidate_name as name, id, college_id as "collegeId" from applications',
  'application by name':
    'select candidate_name as number, candidate_name as name, id, college_id as "collegeId" from applications',
  certificate:
    'select c.convocation_number as number, a.candidate_name as name, c.id, c.college_id as "collegeId" from certificates c join applications a on a.id = c.application_id',
  draft: `select d.number, '' as name, d.id, d.college_id as "collegeId" from demand_drafts d where d.college_id is not null`,
  slip: `select slip_number::text as number, '' as name, id, college_id as "collegeId" from deposit_slips where college_id is not null`,
  bundle: `select bundle_number::text as number, delivered_to as name, id, college_id as "collegeId" from bundles`,
  // The sheet on it is a college's, the blank is the university's.
  blank:
    'select b.serial as number, a.candidate_name as name, c.id, c.college_id as "collegeId" from sheets s join blanks b on b.id = s.blank_id join certificates c on c.id = s.certificate_id join applications a on a.id = c.application_id',
  student: 'select registration_number as number, name, id, college_id as "collegeId" from students',
};
export const kindsOfRecord = Object.keys(sources);

export async function randomRecord(
  portal: Portal,
  kind: string,
  collegeId?: string,
): Promise<Found | undefined> {
  const rows = await portal.sql<Found>(
    `select * from (${sources[kind]}) as found where number is not null and ($1::uuid is null or "collegeId" = $1)`,
    [collegeId ?? null],
  );
  return rows.length ? { ...pick(rows), kind } : undefined;
}

export type Request = { method: string; path: string; body?: string };

/** The palette's own request, seen as it types; `asked` puts another word in its place. */
export async function watchSearch(page: Page, word: string): Promise<Request> {
  const seen: Request[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const body = request.postData() ?? undefined;
    const path = url.pathname + url.search;
    if (url.pathname.startsWith('/api/') && decodeURIComponent(`${path} ${body ?? ''}`).includes(word))
      seen.push({ method: request.method(), path, ...(body ? { body } : {}) });
  });
  await openPalette(page);
  await page.keyboard.type(word);
  return eventually(() => seen.at(-1), { within: 6_000, what: `a request of the palette for ${word}` });
}

export async function asked(person: Person, { method, path, body }: Request, word: string, other: string) {
  const replaced = path
    .replaceAll(encodeURIComponent(word), encodeURIComponent(other))
    .replaceAll(word, other);
  const answer = await person.ask(method, replaced, {
    ...(body ? { body: JSON.parse(body.replaceAll(word, other)) } : {}),
  });
  // What was asked for may be said again; it is no finding.
  return { status: answer.status, text: answer.text };
}
