import { fillPath } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { changeOf, decisionOn, demand, type Master, type MasterRoutes, routesOf } from './a-names.ts';

// Steps on any master, whatever it holds: read, change one thing of it, look at its history, confirm what another proposed.

export async function rowsOfMaster(portal: Portal, person: Person, master: Master): Promise<Json[]> {
  const { list } = await routesOf(portal, master);
  const answer = await person.get(list.path);
  if (answer.status !== 200) throw new Error(`${list.path}: ${answer.status} ${answer.text}`);
  return master.isSingle ? [answer.body] : answer.body.rows;
}

export async function readEntry(portal: Portal, person: Person, master: Master, id?: string): Promise<Json> {
  const { read } = await routesOf(portal, master);
  // Of a list with one entry nobody says which.
  const wanted = id ?? (await rowsOfMaster(portal, person, master))[0]?.id;
  const answer = await person.get(fillPath(read, () => wanted ?? ''));
  if (answer.status !== 200) throw new Error(`${read.path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

type Change = {
  /** What is sent. */
  changes: Json;
  /** The field of the entry that holds it. */
  field: string;
  before: string;
  after: string;
};

/** A change of one text or amount that every master has something like. */
export function smallChange(entry: Json): Change {
  for (const [field, value] of Object.entries<Json>(entry)) {
    if (/amount|rupees/i.test(field) && Number.isInteger(value)) {
      const after = value + between(1, 90);
      return { field, changes: { [field]: after }, before: String(value), after: String(after) };
    }
  }
  const order = [
    /title|subject/i,
    /place|ordinance|remark|address|note/i,
    /holder|^label$|^text$|names?$/i,
    /pattern/i,
  ];
  for (const like of order) {
    for (const [field, value] of Object.entries<Json>(entry)) {
      const copy = { [field]: structuredClone(value) };
      const text = like.test(field) ? firstText(copy, field) : undefined;
      if (!text) continue;
      const before = text.holder[text.key];
      const after = /pattern/i.test(field)
        ? `${letters(3).toUpperCase()}${before}`
        : `${before} ${letters(6)}`;
      text.holder[text.key] = after;
      return { field, changes: copy, before, after };
    }
  }
  throw new Error(`no text and no amount of this entry can be changed: ${JSON.stringify(entry)}`);
}

/** The first text in Latin letters at or below a key. */
function firstText(holder: Json, key: string): { holder: Json; key: string } | undefined {
  const value = holder[key];
  if (typeof value === 'string')
    return /^[\x20-\x7e]{2,}$/.test(value) && !/^\d{4}-|^[0-9a-f]{8}-|^en\b/.test(value)
      ? { holder, key }
      : undefined;
  if (!value || typeof value !== 'object') return undefined;
  for (const inner of Object.keys(value)) {
    if (/^(language|lang|tag|locale|id)$/.test(inner)) continue;
    const found = firstText(value, inner);
    if (found) return found;
  }
  return undefined;
}

/** Sends a change as the form does; what became of it is not judged here. */
export async function sendChange(
  portal: Portal,
  person: Person,
  master: Master,
  entry: Json,
  changes: Json,
): Promise<Answer> {
  const { edit } = await routesOf(portal, master);
  return person.ask(
    edit.method,
    fillPath(edit, () => entry.id ?? ''),
    { body: changeOf(edit, entry, changes) },
  );
}

export async function historyOf(portal: Portal, person: Person, master: Master, entry: Json): Promise<Json> {
  const { history, segment } = await routesOf(portal, master);
  const operation = demand(history, `${master.name}: no GET /api/settings/${segment}/{id}/history`);
  const answer = await person.get(fillPath(operation, () => entry.id ?? ''));
  if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The smallest object of an answer that says this; history rows are told apart by it. */
export function objectsSaying(value: Json, text: string): Json[] {
  if (!value || typeof value !== 'object') return [];
  const inner = Object.values<Json>(value).flatMap((one) => objectsSaying(one, text));
  const own =
    !Array.isArray(value) && JSON.stringify(value).includes(JSON.stringify(text).slice(1, -1)) ? [value] : [];
  return [...inner, ...own];
}

/** Proposals that wait for a second person, as this person sees them. */
export async function waitingFor(portal: Portal, person: Person): Promise<Json[]> {
  const { waiting } = await decisionOn(portal);
  const answer = await person.get(waiting.path);
  if (answer.status !== 200) throw new Error(`${waiting.path}: ${answer.status} ${answer.text}`);
  return answer.body.rows ?? answer.body;
}

/** Confirms the proposal that says this text. */
export async function confirm(portal: Portal, person: Person, says: string): Promise<Answer> {
  const { confirm: operation } = await decisionOn(portal);
  const rows = await waitingFor(portal, person);
  const row = demand(
    rows.find((one) => JSON.stringify(one).includes(JSON.stringify(says).slice(1, -1))),
    `nothing that waits for a second person says '${says}': ${JSON.stringify(rows).slice(0, 600)}`,
  );
  return person.ask(
    'POST',
    fillPath(operation, () => row.id),
    {
      body: row.version === undefined ? {} : { version: row.version },
    },
  );
}

export async function nameOf(portal: Portal, person: Person): Promise<string> {
  return (await portal.sql('select name from staff where id = $1', [person.staffId]))[0]!.name;
}

// ---------------------------------------------------------------- upload and export

export async function exportCsv(person: Person, routes: MasterRoutes, name: string): Promise<string> {
  const operation = demand(routes.exported, `${name}: no GET /api/exports/${routes.segment}`);
  const answer = await person.get(`${operation.path}?format=csv`);
  if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`);
  return answer.text;
}

/** Uploads a file of a master and waits for its check; nothing is written yet. */
export async function uploadCsv(
  person: Person,
  routes: MasterRoutes,
  name: string,
  text: string,
): Promise<Json> {
  const kind = demand(routes.kind, `${name}: POST /api/imports takes no 'of' for it`);
  const sent = await person.ask('POST', `/api/imports?of=${kind}&name=${routes.segment}.csv`, {
    bytes: text,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (sent.status !== 200) throw new Error(`upload of ${name}: ${sent.status} ${sent.text}`);
  return eventually(
    async () => {
      const { body } = await person.get(`/api/imports/${sent.body.id}`);
      return /checked|failed|faulty|mapping|columns/.test(body.state) ? body : undefined;
    },
    { within: 30_000, what: `the check of ${name}` },
  );
}

/** Rows of a CSV without its heading; no value of these files has a line break. */
export function csvRows(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean);
}
