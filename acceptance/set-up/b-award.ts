import type { Json, Person } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters, personName, pick } from '../harness/random.ts';
import {
  award,
  type Concept,
  consent,
  enumOf,
  fieldsFor,
  isUuid,
  kindsOf,
  type Leaf,
  put,
  words,
} from './b-discovery.ts';

// Values for the award record, whatever its fields are called, and files of students with it.

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

export function isoDay(year: number): string {
  return `${year}-${String(between(1, 12)).padStart(2, '0')}-${String(between(1, 28)).padStart(2, '0')}`;
}

export const indian = (iso: string): string => iso.split('-').reverse().join('/');

/** A value of each concept as a person would give it, unlike any other of this run where it may be free. */
export function awardValues(): Record<string, string> {
  const year = between(2023, 2024);
  const month = between(1, 12);
  return {
    'date of birth': isoDay(between(1985, 2004)),
    gender: pick(['Female', 'Male']),
    father: personName(),
    mother: personName(),
    guardian: personName(),
    mobile: `9${digits(9)}`,
    'e-mail': `${letters(10)}@candidate.example`,
    address: `${between(2, 99)}, ${letters(9)} Road, Mysuru`,
    state: 'Karnataka',
    PIN: `57${between(1000, 9999)}`,
    'ABC / APAAR id': `${between(1, 9)}${digits(11)}`,
    'class or division': 'First Class',
    'CGPA or percentage': (between(501, 999) / 100).toFixed(2),
    scale: '10',
    examination: `${year}-${String(month).padStart(2, '0')}`,
    'result date': isoDay(2025),
    'rank or medal': `Gold medal ${letters(6)}`,
    category: 'General',
    attendance: 'In person',
  };
}

/** Concepts whose values come from a list of the university, so that many candidates have the same. */
export const listed = /^(gender|class or division|scale|category|attendance|state)$/;

/** What a body wants for a concept: one of its list, a number where it wants one, the text otherwise. */
function valueFor(concept: Concept, leaf: Leaf, text: string, choices: Json): Json {
  const fromEnum = enumOf(leaf.schema);
  if (fromEnum.length) {
    return fromEnum.find((one) => words(String(one)).includes(words(text))) ?? pick(fromEnum);
  }
  const offered = Object.entries<Json>(choices ?? {}).find(
    ([name, list]) =>
      Array.isArray(list) && concept.like.test(words(name).replace(/ies$/, 'y').replace(/e?s$/, '')),
  )?.[1];
  if (offered?.length && listed.test(concept.name)) {
    const one = pick(offered as Json[]);
    if (typeof one === 'string') return one;
    return isUuid(leaf.schema) ? one.id : (one.code ?? one.key ?? one.name ?? one.id);
  }
  const wantsNumber = kindsOf(leaf.schema).some(({ type }) => /integer|number/.test(type ?? ''));
  const isWhole = kindsOf(leaf.schema).some(({ type }) => type === 'integer');
  if (concept.name === 'examination') {
    const [year, month] = text.split('-').map(Number) as [number, number];
    // Both in one field: 2024-05.
    if (kindsOf(leaf.schema).some(({ pattern, format }) => pattern || format)) return text;
    const hasYear = /year/.test(leaf.name);
    const hasMonth = /month/.test(leaf.name);
    if (hasYear && !hasMonth) return wantsNumber ? year : String(year);
    if (hasMonth && !hasYear) return wantsNumber ? month : months[month - 1];
    return `${months[month - 1]} ${year}`;
  }
  if (!wantsNumber) return text;
  return isWhole && text.includes('.') ? Math.round(Number(text) * 100) : Number(text);
}

export type Award = {
  values: Record<string, Json>;
  /** Another value at the place of a field. */
  set(path: string[], name: string, value: Json): void;
  /** Writes all of them into a body. */
  into<Body extends Json>(body: Body): Body;
};

/** The award record that a body of these fields takes. */
export function awardOf(leaves: Leaf[], choices: Json = {}, changes: Record<string, string> = {}): Award {
  const texts = { ...awardValues(), ...changes };
  const writes: { path: string[]; value: Json }[] = [];
  const values: Record<string, Json> = {};
  for (const concept of award) {
    for (const leaf of fieldsFor(concept, leaves)) {
      const value = valueFor(concept, leaf, texts[concept.name]!, choices);
      writes.push({ path: leaf.path, value });
      values[concept.name] = value;
    }
  }
  return {
    values,
    set(path, name, value) {
      for (const write of writes) if (write.path.join() === path.join()) write.value = value;
      values[name] = value;
    },
    into(body) {
      const copy = structuredClone(body);
      for (const { path, value } of writes) put(copy, path, value);
      return withConsent(copy, leaves, 'To reach the candidate about the certificate');
    },
  };
}

/** Consent, purpose and the notice's version, where a body asks for them; what is not an enum is said in words. */
export function withConsent<Body extends Json>(body: Body, leaves: Leaf[], purpose: string): Body {
  const copy = structuredClone(body);
  for (const { path, name, schema } of leaves) {
    const isFlag = kindsOf(schema).some(({ type }) => type === 'boolean' || type === undefined);
    if (consent.purpose.test(name)) {
      const value = enumOf(schema)[0] ?? purpose;
      put(copy, path, kindsOf(schema).some(({ type }) => type === 'array') ? [value] : value);
    } else if (consent.notice.test(name)) {
      if (enumOf(schema).length) put(copy, path, enumOf(schema).at(-1));
    } else if (consent.given.test(name)) {
      put(copy, path, enumOf(schema)[0] ?? (isFlag ? true : new Date().toISOString().slice(0, 10)));
    }
  }
  return copy;
}

/** True where a record's text has the value, in either way of writing a day. */
export function shows(text: string, value: Json): boolean {
  const said = String(value);
  return text.includes(said) || (/^\d{4}-\d{2}-\d{2}$/.test(said) && text.includes(indian(said)));
}

/** Twelve digits with the check digit of an Aadhaar number (Verhoeff), or with a wrong one. */
export function aadhaar({ valid = true } = {}): string {
  const body = `${between(2, 9)}${digits(10)}`;
  const right = checkDigit(body);
  return body + (valid ? right : (right + between(1, 9)) % 10);
}

const turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function multiply(a: number, b: number): number {
  // The dihedral group of ten: rotations 0–4, reflections 5–9.
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

function checkDigit(body: string): number {
  let sum = 0;
  for (const [index, character] of [...body].reverse().entries()) {
    let digit = Number(character);
    for (let times = 0; times < (index + 1) % 8; times += 1) digit = turn[digit]!;
    sum = multiply(sum, digit);
  }
  return Array.from({ length: 10 }, (_, digit) => digit).find((digit) => multiply(sum, digit) === 0)!;
}

// --- Files of students --------------------------------------------------------------------------------------------------

export type Template = { headers: string[]; sample: string[] };

/** The template of an upload: its headings, and the example below them. */
export async function templateOf(person: Person, kind: string): Promise<Template> {
  const { status, text } = await person.get(`/api/import-templates/${kind}?format=csv`);
  if (status !== 200) throw new Error(`the template of ${kind}: ${status} ${text}`);
  const [headers = [], sample = []] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(cellsOf);
  return { headers, sample };
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)]
    .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!))
    .slice(0, line.endsWith(',') ? undefined : -1);
}

export const csvCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Where each concept stands in a file; the examination may take two columns. */
export function columnsOf(headers: string[]): Map<string, number[]> {
  const leaves = headers.map((header): Leaf => ({ path: [header], name: words(header), schema: {} }));
  return new Map(
    award.map((concept) => [concept.name, fieldsFor(concept, leaves).map((leaf) => leaves.indexOf(leaf))]),
  );
}

/** A student's line: who it is, and the award record as the template's example writes such values. */
export function studentLine(
  { headers, sample }: Template,
  {
    college,
    registration,
    roll,
    name,
  }: { college: string; registration: string; roll: string; name: string },
): { cells: string[]; values: Record<string, string> } {
  const values = awardValues();
  const known: [RegExp, string][] = [
    [/college/, college],
    [/registration/, registration],
    [/roll/, roll],
    [/native|kannada|devanagari/, ''],
    [/^(student )?name/, name],
  ];
  const columns = columnsOf(headers);
  const cells = headers.map((header, index) => {
    const concept = [...columns].find(([, at]) => at.includes(index))?.[0];
    const fixed = known.find(([like]) => like.test(words(header)))?.[1];
    // Contact details have the consent beside them.
    if (!concept) return fixed ?? (consent.given.test(words(header)) ? (sample[index] ?? '') : '');
    const example = sample[index] ?? '';
    if (listed.test(concept) || concept === 'examination') {
      if (example) values[concept] = example;
      return values[concept]!;
    }
    return /date/.test(concept) && !/^\d{4}-/.test(example) ? indian(values[concept]!) : values[concept]!;
  });
  return { cells, values };
}

/** Uploads a file and waits for the report on it. */
export async function checkUpload(person: Person, kind: string, csv: string): Promise<Json> {
  const { status, body, text } = await person.ask('POST', `/api/imports?of=${kind}&name=${letters(8)}.csv`, {
    bytes: csv,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (status !== 200) throw new Error(`the upload of ${kind}: ${status} ${text}`);
  return waitForImport(person, body.id, /^(checked|mapping|refused|committed)$/);
}

export function waitForImport(person: Person, id: string, states: RegExp, within = 300_000): Promise<Json> {
  return eventually(
    async () => {
      const { body } = await person.get(`/api/imports/${id}`);
      return states.test(body?.state) && !body.progress ? body : undefined;
    },
    { within, every: 100, what: `the upload ${id} to be ${states.source}` },
  );
}

/** All faults of a report, page after page. */
export async function faultsOf(person: Person, id: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let cursor = ''; ; ) {
    const { body, status, text } = await person.get(`/api/imports/${id}/faults?limit=100${cursor}`);
    if (status !== 200) throw new Error(`faults: ${status} ${text}`);
    found.push(...body.rows);
    if (!body.nextCursor) return found;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

/** The student's id, found by the number alone. */
export async function studentId(portal: Portal, registration: string): Promise<string> {
  const rows = await portal.sql<{ id: string }>('select id from students where registration_number = $1', [
    registration,
  ]);
  if (rows.length !== 1) throw new Error(`${rows.length} students have the number ${registration}.`);
  return rows[0]!.id;
}
