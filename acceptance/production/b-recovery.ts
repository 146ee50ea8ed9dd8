import { type Operation, operationsOf } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { type Leaf, leavesOf, put } from '../set-up/b-discovery.ts';
import { type Kind, kinds, numbersIn, type Paper } from './b-clients.ts';
import type { Site } from './b-site.ts';

// The sentences of recovery mode leave routes and fields open. They are looked for among the declared operations: the entry is
// the POST or PUT below …recover… or …restor… that takes the six numbers; its confirmation ends in confirm, approve or agree.
// Adapt the pattern, not the demand.

/** Codes that recover an account are something else. */
const place = /^(?!.*(sign-in|account|recovery-code)).*(recover|restor)/;

/** The six things that are found on paper, as words of a field's name. */
export const found: Record<Kind, RegExp> = {
  acknowledgement: /acknowledg/,
  convocation: /convocation|certificate(?! type)/,
  run: /\brun\b/,
  slip: /\bslip\b/,
  bundle: /\bbundle\b/,
  serial: /\bserial/,
};

const bodyOf = ({ content }: Operation) => content['application/json']?.schema;

/** The numbers of a field that is a list are in the fields of its items. */
function deepLeaves(schema: Json): { leaf: Leaf; names: string }[] {
  return leavesOf(schema).map((leaf) => ({
    leaf,
    names: [leaf.name, ...leavesOf(itemsOf(leaf.schema) ?? {}).map(({ name }) => name)].join(' '),
  }));
}

function itemsOf(schema: Json): Json {
  return [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].find((one) => one?.items)?.items;
}

export async function entryOperation(portal: Portal): Promise<Operation> {
  const operations = (await operationsOf(portal)).filter(
    ({ method, path }) => /POST|PUT/.test(method) && place.test(path),
  );
  const operation = operations.find((one) =>
    kinds.every((kind) => deepLeaves(bodyOf(one)).some(({ names }) => found[kind].test(names))),
  );
  if (!operation) {
    const seen = operations.map(({ method, path }) => `${method} ${path}`).join(', ') || 'none';
    throw new Error(
      `No operation below …recover… or …restor… takes the last acknowledgement, convocation, run, deposit slip and bundle number and the last serial. Operations there: ${seen}.`,
    );
  }
  return operation;
}

async function confirmOperation(portal: Portal): Promise<Operation> {
  const operation = (await operationsOf(portal)).find(
    ({ method, path }) =>
      method === 'POST' &&
      place.test(path) &&
      /\/(confirm|approve|agree)$/.test(path) &&
      !/sheet|certificate/.test(path),
  );
  if (!operation)
    throw new Error('No operation …recover…/…restor… …/confirm lets a second person confirm the entry.');
  return operation;
}

/** The last of each kind that was issued before the machine was lost; the greatest number, the serial that came last. */
export type Last = Record<Kind, string>;

export function lastOf(numbers: Record<Kind, string[]>): Last {
  return Object.fromEntries(kinds.map((kind) => [kind, numbers[kind].at(-1) ?? ''])) as Last;
}

/** From what the offices wrote down alone. */
export function lastOnPaper({ entries }: Paper): Last {
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = entries.filter((one) => one.kind === kind);
      const sorted = kind === 'serial' ? own : own.sort((a, b) => ordinal(a.number) - ordinal(b.number));
      return [kind, sorted.at(-1)?.number ?? ''];
    }),
  ) as Last;
}

/** The counting part of a number, as 123 of 2025/000123. */
export const ordinal = (number: string): number => Number(/(\d+)\D*$/.exec(number)?.[1] ?? Number.NaN);

/** The same number as it is printed, but another count: R-000007 → R-000006. */
export const renumber = (printed: string, count: number): string =>
  printed.replace(/(\d+)(?=\D*$)/, (digits) => String(count).padStart(digits.length, '0'));

export async function writeEntry(site: Site, last: Last): Promise<{ operation: Operation; body: Json }> {
  const { portal } = site.university;
  const operation = await entryOperation(portal);
  const [series] = await portal.sql('select id, name from number_series limit 1');
  const body: Json = {};
  for (const { leaf, names } of deepLeaves(bodyOf(operation))) {
    const kind =
      kinds.find((one) => found[one].test(leaf.name)) ?? kinds.find((one) => found[one].test(names));
    const items = itemsOf(leaf.schema);
    if (kind && items)
      put(body, leaf.path, last[kind] ? [await itemOf(items, kind, last[kind], series!)] : []);
    else if (kind) put(body, leaf.path, shaped(leaf.schema, last[kind]));
    else if (/remark|reason|note/.test(leaf.name)) put(body, leaf.path, `Found on paper ${letters(6)}`);
    else if (/version/.test(leaf.name)) put(body, leaf.path, 1);
    else if (/unchanged/.test(leaf.name)) put(body, leaf.path, await everyCount());
    else throw new Error(`The entry wants '${leaf.name}', for which no value is known.`);
  }
  return { operation, body };

  /** A number that is entered counts more than that there is no later one. */
  async function everyCount(): Promise<string[]> {
    const { recoveries } = (await site.office.admin.get('/api/recoveries')).body;
    return recoveries[0].numbers.flatMap(({ kind, count }: Json) =>
      kind === 'signing_batch' ? [] : [count],
    );
  }

  async function itemOf(schema: Json, kind: Kind, value: string, own: Json): Promise<Json> {
    if (!schema.properties) return shaped(schema, value);
    const item: Json = {};
    for (const { name, path, schema: of } of leavesOf(schema)) {
      if (of.format === 'uuid') put(item, path, kind === 'serial' ? await paperOf(value) : own.id);
      else if (/scope|year/.test(name)) put(item, path, shaped(of, value.split('/')[0]!));
      else if (/\b(name|series|label|pattern)\b/.test(name) && of.type === 'string')
        put(item, path, own.name);
      else put(item, path, shaped(of, value));
    }
    return item;
  }

  async function paperOf(serial: string): Promise<string | undefined> {
    const [row] = await portal.sql('select paper_id as id from blanks where serial = $1', [serial]);
    return row?.id ?? site.plan.paper.id;
  }
}

/** A number as the field wants it: a whole number, or the text that stands on the paper; none where none was given. */
function shaped(schema: Json, value: string): Json {
  const types = [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].map((one) => one?.type);
  const isNumber = types.some((type) => type === 'integer' || type === 'number');
  if (!value) return types.includes('null') ? null : isNumber ? 0 : '';
  return isNumber ? ordinal(value) : value;
}

const fill = (path: string, id: string | undefined) => path.replace(/\{\w+\}/, encodeURIComponent(id ?? ''));

export type Entered = { id: string | undefined; answer: Answer };

export async function tryEnter(site: Site, person: Person, last: Last): Promise<Entered> {
  const { operation, body } = await writeEntry(site, last);
  const answer = await person.ask(operation.method, fill(operation.path, undefined), { body });
  return { answer, id: answer.body?.id };
}

export async function tryConfirm(site: Site, person: Person, { id, answer }: Entered): Promise<Answer> {
  const operation = await confirmOperation(site.university.portal);
  const leaves = leavesOf(bodyOf(operation));
  const body: Json = {};
  for (const leaf of leaves) if (/version/.test(leaf.name)) put(body, leaf.path, answer.body?.version ?? 1);
  return person.ask('POST', fill(operation.path, id), { body });
}

/** "… until an administrator enters …, confirmed by a second person". */
export async function leaveRecovery(site: Site, last: Last): Promise<void> {
  const entered = await tryEnter(site, site.office.admin, last);
  if (entered.answer.status !== 200)
    throw new Error(
      `The numbers found on paper were refused: ${entered.answer.status} ${entered.answer.text}`,
    );
  const confirmed = await tryConfirm(site, site.office.otherAdmin, entered);
  if (confirmed.status !== 200)
    throw new Error(`A second person could not confirm the entry: ${confirmed.status} ${confirmed.text}`);
}

/** How far each counter of the database is, and how many rows carry a number: nothing of it may move in recovery mode. */
export async function issuedSoFar(portal: Portal): Promise<Json> {
  const counters = await portal.sql('select series, last_number from number_counters order by series');
  const numbers = await numbersIn(portal);
  return { counters, counts: Object.fromEntries(kinds.map((kind) => [kind, numbers[kind].length])) };
}

/** Rows of whichever tables keep restores and their gaps, as text. */
export async function gapRows(portal: Portal): Promise<string[]> {
  const tables = await portal.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name ~ 'gap|lost_|restor|recover' and table_name !~ 'recovery_code'`,
  );
  if (!tables.length)
    throw new Error('No table of restores or gaps (gap, lost_…, restor…, recover…) is there.');
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(
      ...(await portal.sql(`select to_jsonb(t)::text as row from "${name}" t`)).map(({ row }) => row),
    );
  return rows;
}
