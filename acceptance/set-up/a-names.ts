// What the issue and UNIVERSITY.md leave open about masters and packs: routes, labels, keys of pack.json. Everything is
// found by the patterns of this file. A pattern may be adapted to what was built; what the tests demand of it may not.

import { type Operation, operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';

/** A value that has to be there; the sentence says what was looked for, and where. */
export function demand<T>(value: T | null | undefined | false | '', sentence: string): T {
  if (value === null || value === undefined || value === false || value === '') throw new Error(sentence);
  return value;
}

// ---------------------------------------------------------------- masters

export type Master = {
  /** As the issue names it. */
  name: string;
  /** Its segment behind /settings/, in the API and on the screen. */
  segment: RegExp;
  /** Its entry in the menu group Settings. */
  label: RegExp;
  /** One record instead of a list. */
  isSingle?: true;
};

/** The issue: "university, courses, certificate types, charges and fee schedule, offices …, convocations, number series, lists of choices". */
export const masters: Master[] = [
  // A list of one entry: UNIVERSITY.md asks for a list and a form of every master.
  { name: 'university', segment: /^universit/i, label: /^university/i },
  { name: 'courses', segment: /^courses?$/i, label: /^courses?$/i },
  { name: 'certificate types', segment: /^certificate[-_]?types?$/i, label: /^certificate types?$/i },
  { name: 'charges and fee schedule', segment: /fee|charge/i, label: /fee|charge/i },
  { name: 'offices', segment: /^offices?/i, label: /^offices?/i },
  { name: 'convocations', segment: /^convocations?$/i, label: /^convocations?$/i },
  { name: 'number series', segment: /series/i, label: /series/i },
  {
    name: 'lists of choices',
    segment: /choices?|^lists?$|modes|categor|banks|carriers|reasons/i,
    label: /choices?|lists?\b|modes|categor|banks|carriers|reasons/i,
  },
];

export const listed = masters.filter((master) => !master.isSingle);

export function masterNamed(name: string): Master {
  return demand(
    masters.find((master) => master.name === name),
    `no master ${name}`,
  );
}

export type MasterRoutes = {
  segment: string;
  list: Operation;
  read: Operation;
  add: Operation | undefined;
  edit: Operation;
  remove: Operation | undefined;
  /** With {id}, or of the master as a whole. */
  history: Operation | undefined;
  exported: Operation | undefined;
  /** What `of` is in POST /api/imports. */
  kind: string | undefined;
};

/** A master's operations as /api/openapi.json has them. */
export async function routesOf(portal: Portal, master: Master): Promise<MasterRoutes> {
  const operations = await operationsOf(portal);
  const under = operations.filter(({ path }) => master.segment.test(segmentOf(path)));
  const segment = demand(
    (under.find(({ method }) => method === (master.isSingle ? 'PUT' : 'POST')) ?? under[0]) &&
      segmentOf(
        (under.find(({ method }) => method === (master.isSingle ? 'PUT' : 'POST')) ?? under[0])!.path,
      ),
    `${master.name}: no operation /api/settings/${master.segment} among ${segmentsOf(operations)}`,
  );
  const at = (method: string, path: RegExp) =>
    under.find((one) => one.method === method && segmentOf(one.path) === segment && path.test(one.path));
  const whole = new RegExp(`/settings/${segment}$`);
  const one = master.isSingle ? whole : new RegExp(`/settings/${segment}/\\{\\w+\\}$`);
  const edit = at('PUT', one) ?? at('POST', /\/(edit|change|propose)$/);
  const kinds = operations
    .filter(({ method, path }) => method === 'POST' && path === '/api/imports')
    .flatMap(({ parameters }) => parameters.find(({ name }) => name === 'of')?.schema?.enum ?? []);
  return {
    segment,
    list: demand(at('GET', whole), `${master.name}: no GET /api/settings/${segment}`),
    read: demand(at('GET', one), `${master.name}: no GET /api/settings/${segment}/{id}`),
    add: at('POST', whole),
    edit: demand(edit, `${master.name}: no PUT /api/settings/${segment}/{id}`),
    remove: at('DELETE', one),
    history: operations.find(
      ({ method, path }) => method === 'GET' && historyPath.test(path) && path.includes(`/${segment}/`),
    ),
    exported: operations.find(({ method, path }) => method === 'GET' && path === `/api/exports/${segment}`),
    kind: (kinds as string[]).find((name) => master.segment.test(name)),
  };
}

const historyPath = /\/(history|changes|versions)$/;

function segmentOf(path: string): string {
  return /^\/api\/settings\/([^/]+)/.exec(path)?.[1] ?? '';
}

function segmentsOf(operations: Operation[]): string {
  return [...new Set(operations.map(({ path }) => segmentOf(path)).filter(Boolean))].join(', ') || 'none';
}

/** The body of a change: what was read, changed, in the shape that the operation takes. */
export function changeOf(operation: Operation, entry: Json, changes: Json): Json {
  const schema = operation.content['application/json']?.schema ?? {};
  const inner = schema.properties?.entry?.properties;
  const known = Object.keys(inner ?? schema.properties ?? {});
  const fields = Object.fromEntries(
    // A file is read as a reference and sent by its id.
    known
      .filter((name) => name in entry && name !== 'version')
      .map((name) => [name, entry[name]?.mediaType ? entry[name].id : entry[name]]),
  );
  const version = { version: entry.version };
  return inner ? { ...version, entry: { ...fields, ...changes } } : { ...version, ...fields, ...changes };
}

/** Events and rows that stand for what one administrator did alone: UNIVERSITY.md "events say 'set up alone'". */
export const setUpAlone = /set[ _-]?up[ _-]?alone/i;

/** What confirms or declines a proposed change of a master: a POST whose path ends in one of these. */
export async function decisionOn(portal: Portal): Promise<{ waiting: Operation; confirm: Operation }> {
  const operations = await operationsOf(portal);
  const confirm = operations.filter(
    ({ method, path }) => method === 'POST' && /settings\/.*\{\w+\}.*\/(approve|confirm)$/.test(path),
  );
  const waiting = operations.filter(
    ({ method, path }) =>
      method === 'GET' && /settings\/.*(proposals|proposed|changes|pending|to-confirm)$/.test(path),
  );
  return {
    confirm: demand(
      confirm.find(({ path }) => /changes|propos|pending/.test(path)) ?? confirm[0],
      'no POST /api/settings/…/{id}/(approve|confirm): nobody can confirm what another proposed',
    ),
    waiting: demand(
      waiting[0],
      'no GET /api/settings/…(proposals|changes|pending): nobody sees what was proposed',
    ),
  };
}

// ---------------------------------------------------------------- packs over HTTP

type PackOperations = {
  /** Takes the zip and says what would change. */
  check: Operation;
  /** Takes the zip, or the id that the check gave. */
  apply: Operation;
  exported: Operation;
  /** What the check found, where it answers with an id. */
  report: Operation | undefined;
};

export async function packOperations(portal: Portal): Promise<PackOperations> {
  const packs = (await operationsOf(portal)).filter(({ path }) => /pack/i.test(path));
  const posts = packs.filter(({ method }) => method === 'POST');
  const gets = packs.filter(({ method }) => method === 'GET');
  const sentence = (what: string) =>
    `no operation that ${what} a pack; /pack/ has ${packs.map(({ method, path }) => `${method} ${path}`).join(', ') || 'none'}`;
  const named = posts.find(({ path }) => /check|dry|preview/.test(path));
  const apply =
    posts.find(({ path }) => /\/(import|commit|apply|confirm)$/.test(path)) ??
    posts.find((one) => named && one !== named && takesBytes(one));
  return {
    check: demand(named ?? posts.find((one) => one !== apply && takesBytes(one)), sentence('checks')),
    apply: demand(apply, sentence('imports')),
    exported: demand(
      gets.find(({ path }) => /export|download|archive|\.zip/.test(path)) ??
        gets.find(({ path }) => path === apply?.path),
      sentence('exports'),
    ),
    report: gets.find(({ path }) => /\{\w+\}$/.test(path)),
  };
}

export function takesBytes(operation: Operation): boolean {
  return Object.keys(operation.content).some((type) => /octet-stream|zip/.test(type));
}

/** States of an upload that a worker is still busy with. */
export const isBusy = (state: unknown) =>
  /^(queued|waiting|reading|checking|writing|importing|running|uploaded)$/.test(String(state));

// ---------------------------------------------------------------- keys of pack.json

export type Path = (string | number)[];
export type Rows = { path: Path; rows: Json[] };

const sections = {
  university: /^universit/i,
  courses: /^courses?$/i,
  types: /^certificate[-_ ]?types?$/i,
  fees: /fees?|charges?|schedule/i,
  offices: /^offices?|holders$/i,
  convocations: /^convocations?$/i,
  series: /series/i,
  choices: /choices|lists/i,
  colleges: /^colleges?$/i,
  papers: /^papers?$/i,
};
type Section = keyof typeof sections;

/** Every list of objects below a section, wherever in pack.json it stands. */
function listsIn(pack: Json, section: Section, needs: RegExp[] = []): Rows[] {
  const found: Rows[] = [];
  const search = (value: Json, path: Path, isInside: boolean) => {
    if (Array.isArray(value)) {
      const rows = value.filter((row) => row && typeof row === 'object');
      if (isInside && rows.length && rows.every((row) => needs.every((like) => keyOf(row, like))))
        found.push({ path, rows: value });
      for (const [index, one] of value.entries()) search(one, [...path, index], isInside);
    } else if (value && typeof value === 'object') {
      for (const [key, one] of Object.entries(value))
        search(one, [...path, key], isInside || sections[section].test(key));
    }
  };
  search(pack, [], false);
  return found;
}

/** The rows of a section; none where it is not there and may be missing. */
export function rowsOf(pack: Json, section: Section, needs: RegExp[] = [], isOptional = false): Rows {
  const [first] = listsIn(pack, section, needs).sort((a, b) => a.path.length - b.path.length);
  if (!first && isOptional) return { path: [], rows: [] };
  return demand(first, `pack.json has no list of ${section} (${sections[section]}) with ${needs.join(' ')}`);
}

export function keyOf(row: Json, like: RegExp): string | undefined {
  return Object.keys(row ?? {}).find((key) => like.test(key));
}

/** The value under the first key that fits. */
export function fieldOf(row: Json, like: RegExp): Json {
  const key = keyOf(row, like);
  return key === undefined ? undefined : row[key];
}

export const keys = {
  /** The version of the format, at the top of pack.json. */
  version: /^(pack|format|schema)?[-_ ]?version$|^format$/i,
  code: /^code$|^key$|^name$/i,
  name: /^name$|title|label|value/i,
  amount: /amount|rupees/i,
  charge: /^charge$|^kind$|^for$/i,
  from: /^(valid[-_ ]?|active[-_ ]?|held[-_ ]?|in[-_ ]?force[-_ ]?)?(from|since)$/i,
  until: /^(valid[-_ ]?|active[-_ ]?|held[-_ ]?|in[-_ ]?force[-_ ]?)?(until|to|till)$/i,
  pattern: /pattern/i,
  scope: /scope|counts/i,
  nextNumber: /next/i,
  holder: /holder|^name$|person/i,
  office: /^office$|^title$|^name$|^code$/i,
  date: /^(date|on|held[-_ ]?on|day)$/i,
  years: /years?|sessions?/i,
  level: /level/i,
  seriesOfType: /series/i,
  language: /^(language|lang|tag|locale)$/i,
};

/** UNIVERSITY.md: "college × course × level × certificate type × category × attendance … × academic years", in this order. */
export const dimensions = [
  /^college/i,
  /^course/i,
  /level/i,
  /type/i,
  /categor/i,
  /attend|presence|absentia/i,
  /year/i,
];

/** 'any' of a dimension, however a row says it. */
export function isAny(value: Json): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'string' && /^(any|all|\*)$/i.test(value))
  );
}

/** Charges by name; `application` is what everybody owes. */
export const isApplicationCharge = (charge: Json) =>
  charge === undefined || /^(application|convocation)/i.test(String(charge));
export const isLateCharge = (charge: Json) => /late/i.test(String(charge));

/** Rows of the fee schedule. */
export const feeRows = (pack: Json, isOptional = false) => rowsOf(pack, 'fees', [keys.amount], isOptional);
/** Rows with a pattern such as {year}/{n:6}. */
export const seriesRows = (pack: Json) => rowsOf(pack, 'series', [keys.pattern]);
/** Who holds an office from when until when: a list of its own, or one below each office. */
export const holderLists = (pack: Json) => listsIn(pack, 'offices', [keys.holder, keys.from]);

/** The university's names: each with its language tag, its text and a way to change it. */
type UniversityName = { tag: string; name: string; path: Path; set(name: string): void };

export function universityNames(pack: Json): UniversityName[] {
  const university = demand(
    pack[keyOf(pack, sections.university) ?? ''] ??
      pack.masters?.[keyOf(pack.masters, sections.university) ?? ''],
    'pack.json has no university',
  );
  const found: UniversityName[] = [];
  const search = (value: Json, path: Path) => {
    if (!value || typeof value !== 'object') return;
    const language = fieldOf(value, keys.language);
    const name = keyOf(value, /^name$/i);
    // The English name may stand beside those in other languages.
    if (name && keyOf(value, /^names$/i) && typeof value[name] === 'string')
      found.push({
        tag: 'en',
        name: value[name],
        path: [...path, name],
        set: (text) => {
          value[name] = text;
        },
      });
    if (typeof language === 'string' && name) {
      found.push({
        tag: language,
        name: value[name],
        path: [...path, name],
        set: (text) => {
          value[name] = text;
        },
      });
    } else if (
      Object.keys(value).every((key) => /^[a-z]{2,3}(-[A-Za-z]{2,4})*$/.test(key)) &&
      !Array.isArray(value)
    ) {
      for (const [tag, text] of Object.entries<Json>(value)) {
        if (typeof text === 'string' || typeof text?.name === 'string')
          found.push({
            tag,
            name: text.name ?? text,
            path: [...path, tag, ...(typeof text === 'string' ? [] : ['name'])],
            set: (changed) => {
              if (typeof text === 'string') value[tag] = changed;
              else text.name = changed;
            },
          });
      }
    } else
      for (const [key, one] of Object.entries(value))
        search(one, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  search(university, [keyOf(pack, sections.university) ?? 'university']);
  demand(found.length > 0, 'the university of pack.json has no names by language tag');
  return found;
}

// ---------------------------------------------------------------- refusals

type Fault = { path: string; found: string; wanted: string };

/** Every object that says where, what was found and what is wanted, anywhere in an answer. */
export function faultsIn(value: Json): Fault[] {
  if (Array.isArray(value)) return value.flatMap(faultsIn);
  if (!value || typeof value !== 'object') return [];
  const path = fieldOf(value, /^(path|at|where|pointer|field)$/i);
  const found = fieldOf(value, /^(found|got|actual)$/i);
  const wanted = fieldOf(value, /^(wanted|expected|want)$/i);
  const own =
    path !== undefined && wanted !== undefined
      ? [{ path: textOf(path), found: textOf(found), wanted: textOf(wanted) }]
      : [];
  return [...own, ...Object.values(value).flatMap(faultsIn)];
}

function textOf(value: Json): string {
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join('.');
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A path in any notation: fees[3].amount, fees.3.amount, /fees/3/amount. */
export function pathLike(path: Path): RegExp {
  const parts = path.map((part) =>
    typeof part === 'number' ? String(part) : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(parts.join('["\'\\]\\[./]+'), 'i');
}

// ---------------------------------------------------------------- the first day

type Line = { name: string; like: RegExp; blocks: 'receiving' | 'printing' | 'nothing' };

/** UNIVERSITY.md section 5, 'First day': what is asked for, and what waits while it is missing. */
export const lines: Line[] = [
  { name: 'university', like: /universit/i, blocks: 'receiving' },
  { name: 'courses', like: /courses?\b/i, blocks: 'receiving' },
  { name: 'certificate types', like: /certificate types?/i, blocks: 'receiving' },
  { name: 'papers', like: /papers?\b/i, blocks: 'receiving' },
  { name: 'fees', like: /fees?\b|charges?\b/i, blocks: 'receiving' },
  { name: 'number series', like: /number series|series/i, blocks: 'receiving' },
  { name: 'colleges', like: /colleges?\b/i, blocks: 'receiving' },
  { name: 'a receiver', like: /receiver/i, blocks: 'receiving' },
  { name: 'a case worker', like: /case worker/i, blocks: 'receiving' },
  { name: 'template proof', like: /proof/i, blocks: 'printing' },
  { name: 'offices', like: /offices?\b/i, blocks: 'printing' },
  { name: 'convocation', like: /convocations?\b(?! certificate)/i, blocks: 'printing' },
  { name: 'approved blanks', like: /blanks?|sheets|certificate stock/i, blocks: 'printing' },
  {
    name: 'two people who may print',
    like: /two (people|persons)|may print|second (person|printer)|printers?\b/i,
    blocks: 'printing',
  },
  { name: 'mail tested', like: /mail/i, blocks: 'nothing' },
];

/** The twelve of the checklist itself; 'backup tested' comes with stage 9. */
export const onTheChecklist = [
  'university',
  'courses',
  'certificate types',
  'papers',
  'template proof',
  'offices',
  'fees',
  'convocation',
  'colleges',
  'a receiver',
  'a case worker',
  'mail tested',
];

/** How a line says that it is done, in words, whatever icon stands beside them. */
export const saysDone = (text: string) =>
  /\b(done|ready|complete|in place|set up|tested|signed off)\b|✓|✔/i.test(text) &&
  !/\b(not|missing|to do|incomplete|none|needed|open)\b/i.test(text);

export const menuLabels = {
  settings: /^settings$/i,
  pack: /\bpacks?\b/i,
  checklist: /checklist|first day/i,
};

/** Tables of the masters, for who takes rows away past the portal. */
export const tablesLike: Record<string, RegExp> = {
  university: /^universit/,
  courses: /^courses$/,
  'certificate types': /^certificate_types$/,
  papers: /^papers$/,
  fees: /^(fee_(rows|schedule|schedules|rates|rules)|fees|charge_(rows|rates)|charges_schedule|fee_\w*schedule\w*)$/,
  'number series': /^(number_)?series$|^number_series$/,
  colleges: /^colleges$/,
  offices: /^office(s|_holders?)|^holders$/,
  convocation: /^convocations?$/,
  'template proof': /^proofs$/,
};
