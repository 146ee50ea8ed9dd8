import { type Operation, operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';

// Everything that the issue and UNIVERSITY.md leave open for the tests of points 3, 4 and 5 is looked for here: names of
// fields, routes, tables, columns of files. A pattern may be adapted to what was built; what a test demands may not.

/** camelCase, snake_case and labels alike: `fatherName`, `father_name`, "Father's name" → 'father name'. */
export function words(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[’']s\b/g, '')
    .replaceAll(/[^a-z0-9%]+/g, ' ')
    .trim();
}

/** A field of a declared body, however deep it stands. */
export type Leaf = { path: string[]; name: string; schema: Json };

export function leavesOf(schema: Json, path: string[] = []): Leaf[] {
  const object = [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].find((one) => one?.properties);
  if (!object) return path.length ? [{ path, name: words(path.join(' ')), schema }] : [];
  return Object.entries<Json>(object.properties).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** The alternatives of a schema without null and without the empty text. */
export function kindsOf(schema: Json): Json[] {
  const kinds: Json[] = schema?.anyOf ?? schema?.oneOf ?? [schema];
  return kinds.filter((one) => one && one.type !== 'null' && one.const !== '');
}

export function enumOf(schema: Json): Json[] {
  return kindsOf(schema)
    .flatMap((one) => one.enum ?? one.items?.enum ?? ('const' in one ? [one.const] : []))
    .filter((one: Json) => one !== '');
}

export const isUuid = (schema: Json): boolean => kindsOf(schema).some((one) => one.format === 'uuid');

/** Writes a value at the place of a field. */
export function put(body: Json, path: string[], value: Json): void {
  let at = body;
  for (const step of path.slice(0, -1)) {
    at[step] ??= {};
    at = at[step];
  }
  at[path.at(-1)!] = value;
}

const known = new Map<string, Promise<Operation[]>>();

/** Every operation that the portal declares, asked for once. */
export function declared(portal: Portal): Promise<Operation[]> {
  const operations = known.get(portal.url) ?? operationsOf(portal);
  known.set(portal.url, operations);
  operations.catch(() => known.delete(portal.url));
  return operations;
}

export async function operation(portal: Portal, method: string, path: string): Promise<Operation> {
  const found = (await declared(portal)).find((one) => one.method === method && one.path === path);
  if (!found) throw new Error(`${method} ${path} is not declared.`);
  return found;
}

export async function bodyLeaves(portal: Portal, method: string, path: string): Promise<Leaf[]> {
  const { content } = await operation(portal, method, path);
  return leavesOf(content['application/json']?.schema);
}

// --- The award record: UNIVERSITY.md section 2 names these, in this order. --------------------------------------------

/** `first` decides between several fields. */
export type Concept = { name: string; like: RegExp; not?: RegExp; first?: RegExp };

export const award: Concept[] = [
  { name: 'date of birth', like: /\b(date of birth|birth date|birth day|dob|born)\b/ },
  { name: 'gender', like: /\bgender\b/ },
  { name: 'father', like: /\bfather/ },
  { name: 'mother', like: /\bmother/ },
  { name: 'guardian', like: /\bguardian/ },
  { name: 'mobile', like: /\b(mobile|phone)\b/ },
  { name: 'e-mail', like: /\be ?mail\b/ },
  { name: 'address', like: /\baddress\b/, not: /\b(e ?mail|state|pin|pincode|code|city|district)\b/ },
  { name: 'state', like: /\bstate\b/, not: /certificate|application|draft/ },
  { name: 'PIN', like: /\b(pin|pin ?code|postal code|post ?code)\b/ },
  { name: 'ABC / APAAR id', like: /\b(abc|apaar)\b/ },
  { name: 'class or division', like: /\b(class|division)\b/ },
  {
    name: 'CGPA or percentage',
    like: /\b(cgpa|gpa|percentage|percent|score|marks)\b/,
    not: /\b(scale|out of|kind|unit)\b/,
    // The one that has the scale; a percentage is a fact of its own.
    first: /\bcgpa\b/,
  },
  { name: 'scale', like: /\b(scale|out of)\b/ },
  {
    name: 'examination',
    like: /\bexam(ination)?\b.*\b(month|year|held|session)\b|\b(month|year)\b.*\bexam/,
    not: /roll/,
  },
  { name: 'result date', like: /\bresult\b/ },
  { name: 'rank or medal', like: /\b(rank|medal)\b/ },
  { name: 'category', like: /\bcategory\b/ },
  { name: 'attendance', like: /\b(attendance|absentia|in person|presence)\b/ },
];

/** The fields of a concept; month and year of the examination may be two. */
export function fieldsFor(concept: Concept, leaves: Leaf[]): Leaf[] {
  const hits = leaves.filter(({ name }) => concept.like.test(name) && !concept.not?.test(name));
  if (concept.name === 'examination') return hits;
  return [hits.find(({ name }) => concept.first?.test(name)) ?? hits[0]].filter((hit) => hit !== undefined);
}

/** Names of the concepts that a body lacks. */
export function missingOf(concepts: Concept[], leaves: Leaf[]): string[] {
  return concepts.filter((concept) => fieldsFor(concept, leaves).length === 0).map(({ name }) => name);
}

/** What a desk that prints needs of nobody: contact details and the depository's id. */
export const contact = ['mobile', 'e-mail', 'address', 'PIN', 'ABC / APAAR id'];

/** "consent and purpose stored with contact details and the notice's version", in bodies and in columns. */
export const consent = {
  given: /\bconsent/,
  purpose: /\bpurpose/,
  notice: /\bnotice\b.*\b(version|number|id)\b|\bconsent\b.*\bversion\b|\bnotice\b/,
};

// --- Charges: UNIVERSITY.md section 1, 'Fees'. -------------------------------------------------------------------------

/** The seven fields in the order in which they are compared, and what stands beside them in a row of the schedule. */
export const schedule = {
  charge: { name: 'charge', like: /\b(charge|kind)\b/, not: /amount/ },
  college: { name: 'college', like: /\bcollege\b/ },
  course: { name: 'course', like: /\bcourse\b/ },
  level: { name: 'level', like: /\blevel\b/ },
  type: { name: 'certificate type', like: /\btype\b/, not: /charge/ },
  category: { name: 'category', like: /\bcategory\b/ },
  attendance: { name: 'attendance', like: /\b(attendance|absentia|in person)\b/ },
  years: { name: 'academic years', like: /\b(academic )?years?\b/ },
  amount: { name: 'amount', like: /\b(amount|rupees|fee)\b/ },
  from: { name: 'from', like: /\b(from|since|starts?)\b/, not: /year/ },
  until: { name: 'until', like: /\b(until|till|to|ends?)\b/, not: /year/ },
} satisfies Record<string, Concept>;

/** The master that keeps the schedule: '/api/settings/fees', '…/charges', '…/fee-schedule' …, whichever has its fields. */
export async function scheduleOperation(portal: Portal): Promise<Operation | undefined> {
  return (await declared(portal)).find(
    ({ method, path, content }) =>
      method === 'POST' &&
      /^\/api\/settings\/[^/{]*(fee|charge|schedule)[^/{]*$/.test(path) &&
      missingOf(
        [schedule.college, schedule.level, schedule.amount],
        leavesOf(content['application/json']?.schema),
      ).length === 0,
  );
}

/** Where a second person agrees to what a first one entered: at the entry itself, or in a list of proposals. */
export const agreement = {
  own: (path: string) => new RegExp(`^${path}/\\{\\w+\\}/(approve|confirm|agree|accept)$`),
  list: /^\/api\/(settings\/)?[^/{]*(proposal|proposed|change)[^/{]*\/\{\w+\}\/(approve|confirm|agree|accept)$/,
};

/** Where the drafts of a reprint charge are recorded. */
export const payReprint = /^\/api\/(reprint-requests|charges)\/\{\w+\}\/[^/]*(pay|draft|charge|record)[^/]*$/;

/** Tables of charges: one row a charge, of an application. */
export async function chargesTable(portal: Portal): Promise<string | undefined> {
  const rows = await portal.sql<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and table_name ~ 'charge' and (column_name = 'application_id' or column_name ~ '^amount$|_amount$')
     group by 1 having bool_or(column_name = 'application_id') and count(*) > 1 order by length(table_name)`,
  );
  return rows[0]?.table_name;
}

export type Charge = { kind: string; amount: number; row: Json };

/** The charges of an application as the database has them; `amount` is the schedule's, before any concession. */
export async function chargesOf(portal: Portal, applicationId: string): Promise<Charge[]> {
  const table = await chargesTable(portal);
  if (!table) throw new Error('There is no table of charges (by application, with an amount).');
  const rows = await portal.sql<{ row: Json }>(
    `select to_jsonb(c) as row from "${table}" c where application_id = $1`,
    [applicationId],
  );
  return rows.map(({ row }) => ({
    kind:
      Object.values<Json>(row)
        .map((value) => /^(application|late|reprint)/i.exec(String(value))?.[1]?.toLowerCase())
        .find(Boolean) ?? 'unknown',
    amount: row.schedule_amount ?? row.scheduled_amount ?? row.amount,
    row,
  }));
}

/** In a reprint request: the reason from a list, and the file that a lost sheet has instead of the photo of error. */
export const lost = { reason: /\breason\b/, declaration: /\bdeclaration\b/, kind: /declaration/ };

// --- Opening balances: UNIVERSITY.md section 5. ------------------------------------------------------------------------

export type Part = 'blanks' | 'drafts' | 'series' | 'certificates';

/** What an upload calls the four parts of the balances. */
export const parts: Record<Part, RegExp> = {
  blanks: /blank|paper|sheet/,
  drafts: /draft/,
  series: /series|number/,
  certificates: /certificate|issued|earlier/,
};

/** Columns of the four files, by their headings. */
export const balanceColumns: Record<Part, Record<string, Concept>> = {
  blanks: {
    paper: { name: 'paper', like: /\bpaper\b/ },
    prefix: { name: 'prefix', like: /\bprefix\b/ },
    first: { name: 'first', like: /\b(first|from)\b/ },
    last: { name: 'last', like: /\b(last|to|until)\b/ },
    holder: { name: 'holder', like: /\b(holder|held|with)\b/ },
  },
  drafts: {
    number: { name: 'number', like: /\b(number|no)\b/ },
    date: { name: 'date', like: /\b(date|drawn)\b/, not: /received/ },
    bank: { name: 'bank', like: /\bbank\b/ },
    branch: { name: 'branch', like: /\bbranch\b/ },
    amount: { name: 'amount', like: /\bamount\b/ },
    college: { name: 'college', like: /\bcollege\b/ },
    received: { name: 'received', like: /\breceived\b/ },
  },
  series: {
    series: { name: 'series', like: /\b(series|name|pattern|code)\b/, not: /next/ },
    year: { name: 'year', like: /\byear\b/ },
    next: { name: 'next', like: /\bnext\b/ },
  },
  certificates: {
    number: {
      name: 'number',
      like: /\b(convocation|certificate|number|no)\b/,
      not: /serial|regist|roll|type/,
    },
    name: { name: 'name', like: /\bname\b/ },
    degree: { name: 'degree', like: /\b(degree|course)\b/ },
    date: { name: 'date', like: /\b(date|issued|given)\b/ },
    serial: { name: 'serial', like: /\bserial\b/ },
    college: { name: 'college', like: /\bcollege\b/ },
    type: { name: 'type', like: /\btype\b/ },
  },
};

/** 'issued before the portal', as a verdict and as a sentence. */
export const before = { verdict: /before|earlier|prior/, sentence: /issued before the portal/i };
