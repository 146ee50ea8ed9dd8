import type { Json, Person } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters, personName, pick } from '../harness/random.ts';
import { csvCell, indian, type Template } from './b-award.ts';
import { indianDay } from './b-charges.ts';
import {
  balanceColumns,
  declared,
  enumOf,
  fieldsFor,
  type Leaf,
  type Part,
  parts,
  words,
} from './b-discovery.ts';
import type { Office } from './b-production.ts';

// Opening balances as files: one for each of the four parts, checked (the dry run) and then written. Open: how they come
// into the portal. Here each part is an upload of its own kind, as students and masters are: POST /api/imports?of=KIND, or
// the same below an address of their own that is named after opening balances. If they come as one document or by the
// command, `uploadOf`, `check` and `write` are what has to be adapted, and nothing else.

export type Line = Record<string, string>;
export type Balances = Record<Part, Line[]>;

type Upload = { path: string; parameter: string; kind: string; template: string };

export async function uploadOf(portal: Portal, part: Part): Promise<Upload> {
  const operations = await declared(portal);
  const ways = operations
    .filter(
      ({ method, path, content }) =>
        method === 'POST' && /^\/api\/[^{]*$/.test(path) && !content['application/json'],
    )
    .filter(({ path }) => path === '/api/imports' || /opening|balance/.test(path))
    .flatMap(({ path, parameters }) =>
      parameters
        .filter((one) => one.in === 'query' && enumOf(one.schema).length)
        .flatMap((one) =>
          enumOf(one.schema).map((kind) => ({ path, parameter: one.name as string, kind: String(kind) })),
        ),
    );
  const isOpening = ({ path, kind }: (typeof ways)[number]) =>
    /opening|balance/.test(path) || /opening|balance|earlier|before|in hand/.test(words(kind));
  const found = ways.filter(isOpening).find(({ kind }) => parts[part].test(words(kind)));
  if (!found) throw new Error(`No upload of opening balances is declared for ${part}.`);
  const template = operations.find(
    ({ method, path }) => method === 'GET' && /template/.test(path) && path.endsWith(`/${found.kind}`),
  )?.path;
  if (!template) throw new Error(`The upload of ${found.kind} has no template.`);
  return { ...found, template };
}

/** The template of a part, and where each of its columns stands. */
export async function partTemplate(portal: Portal, admin: Person, part: Part) {
  const { template: path } = await uploadOf(portal, part);
  const { status, text } = await admin.get(`${path}?format=csv`);
  if (status !== 200) throw new Error(`the template of ${part}: ${status} ${text}`);
  const [headers = [], sample = []] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  const leaves = headers.map((header): Leaf => ({ path: [header], name: words(header), schema: {} }));
  const columns = new Map(
    Object.entries(balanceColumns[part]).map(([name, concept]) => {
      const [leaf] = fieldsFor(concept, leaves);
      return [name, leaf ? leaves.indexOf(leaf) : -1];
    }),
  );
  return { headers, sample, columns } satisfies Template & { columns: Map<string, number> };
}

export async function fileOf(portal: Portal, admin: Person, part: Part, lines: Line[]): Promise<string> {
  const { headers, sample, columns } = await partTemplate(portal, admin, part);
  const hasPrefix = (columns.get('prefix') ?? -1) >= 0;
  const rows = lines.map((line) => {
    const cells = headers.map(() => '');
    for (const [name, index] of columns) {
      if (index < 0) continue;
      const text = line[name] ?? '';
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
      // A serial is one text where the prefix has no column of its own.
      if ((name === 'first' || name === 'last') && !hasPrefix)
        cells[index] = line.prefix! + text.padStart(6, '0');
      else if (isDay && !/^\d{4}-/.test(sample[index] ?? '')) cells[index] = indian(text);
      else cells[index] = text;
    }
    return cells;
  });
  return [headers, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

/** The dry run: uploads a part and waits for the report. */
export async function check(portal: Portal, admin: Person, part: Part, lines: Line[]): Promise<Json> {
  const { path, parameter, kind } = await uploadOf(portal, part);
  const answer = await admin.ask('POST', `${path}?${parameter}=${kind}&name=${part}-${letters(6)}.csv`, {
    bytes: await fileOf(portal, admin, part, lines),
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (answer.status !== 200) throw new Error(`the upload of ${part}: ${answer.status} ${answer.text}`);
  return { ...(await settled(admin, path, answer.body.id)), path };
}

export function settled(admin: Person, path: string, id: string, within = 300_000): Promise<Json> {
  return eventually(
    async () => {
      const { body } = await admin.get(`${path}/${id}`);
      return /^(checked|refused|committed|mapping|cancelled)$/.test(body?.state) && !body.progress
        ? body
        : undefined;
    },
    { within, what: `the balances ${id}` },
  );
}

/** Presses the button below a report without faults. */
export async function write(admin: Person, report: Json): Promise<void> {
  await admin.act('POST', `${report.path}/${report.id}/commit`);
  const { state, failure } = await settled(admin, report.path, report.id);
  if (state !== 'committed') throw new Error(`the balances are ${state}: ${JSON.stringify(failure)}`);
}

export async function faultsIn(admin: Person, report: Json): Promise<Json[]> {
  const { body, status, text } = await admin.get(`${report.path}/${report.id}/faults?limit=100`);
  if (status !== 200) throw new Error(`faults: ${status} ${text}`);
  return body.rows;
}

export type Masters = { papers: Json[]; colleges: Json[]; courses: Json[]; series: Json[] };

/** What balances refer to; a paper and a college are added where the pack has none. */
export async function mastersOf({ portal, admin }: Office): Promise<Masters> {
  const rowsAt = async (path: string): Promise<Json[]> => {
    const { body, status, text } = await admin.get(`${path}?limit=100`);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return body.rows ?? body.papers ?? body;
  };
  if (!(await rowsAt('/api/papers')).length) {
    const paper = { code: letters(6).toUpperCase(), name: 'Executive bond', colour: 'Maroon', warnBelow: 1 };
    await admin.act('POST', '/api/papers', paper);
  }
  if (!(await rowsAt('/api/colleges')).length) {
    await admin.act('POST', '/api/colleges', {
      name: 'First College',
      code: 'COL001',
      contactNumber: '0821 2345678',
      address: '12, Temple Road, Mysuru',
      convocationFee: 700,
    });
  }
  const list = (await declared(portal)).find(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/settings\/[^/{]*(series|number)[^/{]*$/.test(path) && !/count$/.test(path),
  );
  return {
    papers: await rowsAt('/api/papers'),
    colleges: await rowsAt('/api/colleges'),
    courses: await rowsAt('/api/settings/courses'),
    // Without such a master only what is about number series fails.
    series: list ? await rowsAt(list.path) : [],
  };
}

/**
 * "next number of each series": not an upload, but a field of each entry of that master, which the checklist leads to.
 * Answers as the form is answered.
 */
export async function sayNextNumber({ admin }: Office, series: Json, nextNumber: unknown) {
  const path = `/api/settings/number_series/${series.id}`;
  const { version, isUsed: _, id: __, ...entry } = (await admin.get(path)).body;
  return admin.ask('PUT', path, { body: { version, entry: { ...entry, nextNumber } } });
}

/** The year that the numbers of the first application carry: its academic year is 2024-25. */
export const convocationYear = '2025';

const nameOf = (course: Json): string => course.code ?? course.name;

export const seriesKey = (series: Json): string => series.code ?? series.name ?? series.pattern;

/** No two balances of a file have a number of earlier certificates in common. */
let firstFree = 1;

/** Ranges, drafts and certificates of a university that worked on paper until yesterday. */
export function someBalances(
  masters: Masters,
  holders: string[],
  { blanks = 50_000, drafts = 2_000, certificates = 20_000 } = {},
): Balances {
  // A prefix has four letters at most: three of these balances, and one of the range.
  const serial = letters(3).toUpperCase();
  const ranges = 10;
  const each = blanks / ranges;
  const bank = `Bank of ${letters(9)}`;
  const branch = letters(8);
  const printed = letters(4).toUpperCase();
  // Two convocations of years before, as the pattern of the first pack writes their numbers.
  const years = [2018, 2019];
  const numbered = firstFree;
  firstFree += Math.ceil(certificates / 2);
  return {
    blanks: Array.from({ length: ranges }, (_, index) => ({
      paper: pick(masters.papers).code,
      prefix: `${serial}${String.fromCharCode(65 + index)}`,
      first: '1',
      last: String(each),
      holder: index % 3 === 0 ? '' : holders[index % holders.length]!,
    })),
    drafts: Array.from({ length: drafts }, (_, index) => ({
      number: String(100_000 + index),
      date: indianDay(-between(1, 60)),
      bank,
      branch: `Branch ${branch}`,
      amount: String(between(100, 9_000)),
      college: pick(masters.colleges).code,
      received: indianDay(0),
    })),
    series: masters.series.slice(0, 1).map((series) => ({
      series: seriesKey(series),
      year: convocationYear,
      next: String(between(300, 900)),
    })),
    certificates: Array.from({ length: certificates }, (_, index) => ({
      number: `${years[index % 2]}/${String(numbered + Math.floor(index / 2)).padStart(6, '0')}`,
      name: personName(),
      degree: nameOf(pick(masters.courses)),
      date: `${years[index % 2]! + 1}-03-${String(between(1, 28)).padStart(2, '0')}`,
      serial: `${printed}${String(index + 1).padStart(6, '0')}`,
      college: pick(masters.colleges).code,
      type: 'Degree',
    })),
  };
}
