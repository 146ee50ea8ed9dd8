import type { Page } from 'playwright-core';
import { borrowOrStart, type Desks, openDesks } from '../harness/desks.ts';
import { type Json, type Person, type Role, signIn } from '../harness/people.ts';
import { type Portal, startPortal } from '../harness/portal.ts';
import { between, digits, letters, personName, shuffled } from '../harness/random.ts';
import { receive } from '../harness/records.ts';

// The office of the tests of stage 10: the demo's people, and others who see one college alone.

export type DeskRole = 'case_worker' | 'receiver' | 'printer' | 'auditor';
export type Office = { portal: Portal; desks: Desks; colleges: { id: string; code: string; name: string }[] };

/**
 * A portal of its own: these tests count what waits, so that nobody else may work in it. One that is borrowed with
 * ACCEPTANCE_PORTAL has to be left alone as well.
 */
export async function openOffice(): Promise<Office> {
  const { portal, desks } = process.env.ACCEPTANCE_PORTAL ? await borrowOrStart() : await startOffice();
  const colleges = await portal.sql<Office['colleges'][number]>(
    'select id, code, name from colleges order by code',
  );
  return { portal, desks, colleges };
}

/** Beside busy neighbours the demo takes minutes to come up. */
async function startOffice() {
  const portal = await startPortal({ timeout: 300_000 });
  return { portal, desks: await openDesks(portal) };
}

const hired = new Map<string, Promise<Person>>();

/** A person of a desk with the code of one college, the same one for a file of tests. */
export function personAt(office: Office, role: DeskRole, code: string): Promise<Person> {
  const key = `${office.portal.url} ${role} ${code}`;
  const known = hired.get(key) ?? hireAt(office, role, code);
  hired.set(key, known);
  return known;
}

async function hireAt({ portal, desks }: Office, role: DeskRole, code: string): Promise<Person> {
  const email = `${letters(8)}${digits(3)}@dikshant.example`;
  const initial = `Initial-${letters(10)}-${digits(4)}`;
  const secret = `Own-${letters(12)}-${digits(4)}`;
  const printerCode =
    role === 'printer' ? (await desks.admin.get('/api/printers')).body.rows?.[0]?.code : undefined;
  await desks.admin.act('POST', '/api/staff', {
    name: personName(),
    email,
    role,
    code,
    password: initial,
    mobile: `98${digits(8)}`,
    secondFactor: 'email_code',
    ...(printerCode ? { printerCode } : {}),
  });
  const first = await signIn(portal, role as Role, { email, secret: initial });
  await first.act('POST', '/api/account/password', {
    currentPassword: initial,
    password: secret,
    confirmation: secret,
  });
  return signIn(portal, role as Role, { email, secret });
}

/** A day in India, so many days before today. */
export function indiaDay(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);
}

/** dd/mm/yyyy, as UX.md 9 writes every date. */
export const indian = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/');

/** dd/mm/yyyy in India of a moment. */
export const indianDayOf = (at: Date | string): string =>
  indian(new Date(new Date(at).getTime() + 5.5 * 3_600_000).toISOString());

/** An application of a college from a receiver who may take it, with a result so many days ago where asked for. */
export async function receiveAt(office: Office, code: string, changes: Json = {}): Promise<Json> {
  const college = office.colleges.find((one) => one.code === code)!;
  return receive(office.desks.receiver, { collegeId: college.id, ...changes });
}

/** So many of each college, in a random order, with a name that no other record has. */
export async function receiveRandomly(
  office: Office,
  counts: Record<string, number>,
  changes: () => Json = () => ({}),
): Promise<Json[]> {
  const codes = shuffled(
    Object.entries(counts).flatMap(([code, count]) => Array.from({ length: count }, () => code)),
  );
  const made: Json[] = [];
  for (const code of codes) made.push({ ...(await receiveAt(office, code, changes())), code });
  return made;
}

/** The count of a list's footer: '12 entries', '37 of 1,048,576 entries' gives what is shown, 37. */
export async function footerCount(page: Page): Promise<number | undefined> {
  // biome-ignore lint/performance/useDomNodeTextContent: words of neighbouring elements stay apart
  const text = await page.getByRole('main').innerText();
  const found = [...text.matchAll(/([\d,]+)(?:\s+of\s+[\d,]+)?\s+(?:entries|entry)\b/gi)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}

/** A name that nobody has, long enough to be found in any text. */
export const rareName = (): string =>
  `${personName()}${letters(3)}${between(100, 999)}`.replaceAll(/\d/g, 'q');
