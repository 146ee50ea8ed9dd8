import { readFileSync } from 'node:fs';
import path from 'node:path';
import { example, type Operation, operationsOf } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import { type Portal, root } from '../harness/portal.ts';
import { letters, pick } from '../harness/random.ts';

// What the issue leaves open about reopening and revoking: routes, fields, tables. Everything here is found by a
// pattern, which may be adapted to what was built. The demands stand in the tests and may not.

/** "Reopen a verified application": an act of the application, or of the case that the verify screen shows. */
const reopenRoute = /^\/api\/(applications|cases)\/\{\w+\}\/re-?open$/;
/** "Revoke: proposed by one admin and confirmed by another": of the certificate, or a record of its own. */
const revokeRoute = /revo(ke|cation)/i;
const confirming = /confirm|approve|second|agree/i;
const against = /refuse|reject|decline|withdraw|cancel|take-back|drop/i;

/** What is said in a body's fields, by the field's kind. A kind that is not given is left out of the body. */
export type Said = { version?: number; reason?: string; authority?: string; remark?: string };
const kinds: [RegExp, keyof Said][] = [
  [/^version$/i, 'version'],
  [/reason|cause/i, 'reason'],
  [/authority|order|resolution|sanction/i, 'authority'],
  [/remark|note|comment|explanation|detail/i, 'remark'],
];

/** An answer, and what was sent for it. */
export type Acted = Answer & { sent: Json };

type Acts = { reopen?: Operation; propose?: Operation; confirm?: Operation; against: Operation[] };
const known = new Map<string, Promise<Acts>>();

export function actsOf(portal: Portal): Promise<Acts> {
  const acts = known.get(portal.url) ?? findActs(portal);
  known.set(portal.url, acts);
  return acts;
}

async function findActs(portal: Portal): Promise<Acts> {
  const posts = (await operationsOf(portal)).filter((one) => one.method === 'POST');
  const revoking = posts.filter(({ path }) => revokeRoute.test(path) && !/reprint/.test(path));
  return {
    reopen: posts.find(({ path }) => reopenRoute.test(path)),
    propose: revoking.find(({ path }) => !confirming.test(path) && !against.test(path)),
    confirm: revoking.find(({ path }) => confirming.test(path)),
    against: revoking.filter(({ path }) => against.test(path)),
  };
}

/** The row of docs/permissions.md: admin, case worker, application receiver, printer, auditor. */
export function permissionsOf({ method, path: route }: Operation): string[] | undefined {
  const row = readFileSync(path.join(root, 'docs/permissions.md'), 'utf8')
    .split('\n')
    .find((line) => line.includes(`\`${method} ${route}\``));
  return row
    ?.split('|')
    .slice(2, 7)
    .map((cell) => cell.trim());
}

async function actOf(portal: Portal, name: 'reopen' | 'propose' | 'confirm'): Promise<Operation> {
  const operation = (await actsOf(portal))[name];
  if (operation) return operation;
  const wanted = { reopen: reopenRoute, propose: revokeRoute, confirm: confirming }[name];
  throw new Error(`/api/openapi.json has no operation that is '${name}': no POST whose path fits ${wanted}`);
}

/** What a grave act is told: different words in each field, so that a stored one is known again. */
export function say(about = 'Name'): Required<Omit<Said, 'version'>> {
  return {
    reason: `${about} is wrong ${letters(8)}`,
    authority: `Syndicate resolution ${letters(6)}`,
    remark: `Marks card was seen ${letters(8)}`,
  };
}

/** A body of what is said; what is neither said nor required stays away. */
async function bodyOf(
  portal: Portal,
  operation: Operation,
  said: Said,
  exact: Record<string, Json> = {},
): Promise<Json> {
  const schema = operation.content['application/json']?.schema ?? {};
  const body: Json = {};
  for (const [name, field] of Object.entries<Json>(schema.properties ?? {})) {
    const kind = kinds.find(([like]) => like.test(name))?.[1];
    if (name in exact) body[name] = exact[name];
    else if (kind === undefined) {
      if (schema.required?.includes(name)) body[name] = example(field, () => letters(8));
    } else if (said[kind] !== undefined) {
      body[name] =
        kind === 'version' ? said.version : await inTerms(portal, operation, name, field, said[kind]);
    }
  }
  return body;
}

/** A text as the field takes it: free, in a list, or a code of a list of choices. An empty one stays empty. */
async function inTerms(
  portal: Portal,
  operation: Operation,
  name: string,
  field: Json,
  text: string | number,
): Promise<Json> {
  const one = field.anyOf?.find((other: Json) => other.type !== 'null') ?? field;
  if (one.type === 'array')
    return text === '' ? [] : [await inTerms(portal, operation, name, one.items ?? {}, text)];
  if (text === '' || String(text).trim() === '') return text;
  if (one.enum) return pick(one.enum);
  if ('const' in one) return one.const;
  if (!/reason|cause/i.test(name)) return text;
  const [choice] = await choicesOf(portal, operation);
  return choice ?? text;
}

/** UNIVERSITY.md 1: "Lists of choices: … rejection, concession, reopening and reprint reasons": the codes of one list. */
async function choicesOf(portal: Portal, operation: Operation): Promise<Json[]> {
  const topic = reopenRoute.test(operation.path)
    ? 'reopen'
    : revokeRoute.test(operation.path)
      ? 'revo'
      : 'reprint';
  const lists = await portal.sql(
    "select table_name, column_name from information_schema.columns where table_schema = 'public' and table_name ~ 'choice' and column_name ~ '^(list|kind|list_code|list_name)$'",
  );
  const choices: Json[] = [];
  for (const { table_name: table, column_name: list } of lists) {
    const rows = await portal.sql(
      `select to_jsonb(t) as row from ${table} t where ${list} ~* $1 and ${list} ~* 'reason'`,
      [topic],
    );
    choices.push(...rows.map(({ row }) => row.code ?? row.id).filter(Boolean));
  }
  return choices;
}

/** Reopens, or is refused: the version is read past every guard, so that the answer is about the act. */
export async function tryReopen(
  portal: Portal,
  person: Person,
  applicationId: string,
  said: Said = say(),
): Promise<Acted> {
  const operation = await actOf(portal, 'reopen');
  const version =
    'version' in said ? said.version : await versionBySql(portal, 'applications', applicationId);
  const body = await bodyOf(portal, operation, { ...said, version });
  return { ...(await person.ask('POST', at(operation, applicationId), { body })), sent: body };
}

export async function reopen(
  portal: Portal,
  person: Person,
  applicationId: string,
  said: Said = say(),
): Promise<void> {
  mustSucceed(await tryReopen(portal, person, applicationId, said), 'reopening');
}

/** The first half: one admin says why, and by whose authority. */
export async function tryPropose(
  portal: Portal,
  person: Person,
  certificateId: string,
  said: Said = say('Result'),
): Promise<Acted> {
  const operation = await actOf(portal, 'propose');
  const version =
    'version' in said ? said.version : await versionBySql(portal, 'certificates', certificateId);
  const body = await bodyOf(portal, operation, { ...said, version }, { certificateId });
  return { ...(await person.ask('POST', at(operation, certificateId), { body })), sent: body };
}

/** The words and codes that a body says, without numbers and ids. */
export function wordsOf(sent: Json): string[] {
  return Object.values<Json>(sent)
    .flat()
    .filter(
      (value) => typeof value === 'string' && value.trim() && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value),
    );
}

/** The second half; `proposal` is what the first half answered. */
export async function tryConfirm(
  portal: Portal,
  person: Person,
  certificateId: string,
  proposal?: Answer,
): Promise<Answer> {
  const operation = await actOf(portal, 'confirm');
  const isOfCertificate = /^\/api\/certificates\/\{/.test(operation.path);
  const id = isOfCertificate ? certificateId : (proposal?.body?.id ?? certificateId);
  const own = await proposalVersion(portal, id);
  const version =
    isOfCertificate || own === undefined ? await versionBySql(portal, 'certificates', certificateId) : own;
  const body = await bodyOf(portal, operation, { ...say(), version }, { certificateId });
  return person.ask('POST', at(operation, id), { body });
}

/** Taking the proposal back, or refusing it, where the product has that. */
export async function tryAgainst(
  portal: Portal,
  person: Person,
  certificateId: string,
  proposal?: Answer,
): Promise<Answer | undefined> {
  const operation = pick((await actsOf(portal)).against);
  if (!operation) return undefined;
  const isOfCertificate = /^\/api\/certificates\/\{/.test(operation.path);
  const id = isOfCertificate ? certificateId : (proposal?.body?.id ?? certificateId);
  const version =
    (isOfCertificate ? undefined : await proposalVersion(portal, id)) ??
    (await versionBySql(portal, 'certificates', certificateId));
  const body = await bodyOf(portal, operation, { ...say(), version }, { certificateId });
  return person.ask('POST', at(operation, id), { body });
}

export async function revoke(
  portal: Portal,
  first: Person,
  second: Person,
  certificateId: string,
  said: Said = say('Result'),
): Promise<void> {
  const proposal = await tryPropose(portal, first, certificateId, said);
  mustSucceed(proposal, 'proposing to revoke');
  mustSucceed(await tryConfirm(portal, second, certificateId, proposal), 'confirming the revocation');
}

function at(operation: Operation, id: string): string {
  return operation.path.replace(/\{\w+\}/, id);
}

function mustSucceed(answer: Answer, what: string): void {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.text}`);
}

async function versionBySql(portal: Portal, table: string, id: string): Promise<number> {
  return (await portal.sql(`select version from ${table} where id = $1`, [id]))[0]?.version ?? 1;
}

/** Where a proposal is a row of its own: a table that is named after it. */
async function proposalVersion(portal: Portal, id: string): Promise<number | undefined> {
  for (const table of await revocationTables(portal)) {
    const [row] = await portal.sql(
      `select to_jsonb(t) as row from ${table} t where to_jsonb(t) ->> 'id' = $1`,
      [id],
    );
    if (row?.row.version !== undefined) return row.row.version;
  }
  return undefined;
}

async function revocationTables(portal: Portal): Promise<string[]> {
  const rows = await portal.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name ~ 'revocation|revoke'",
  );
  return rows.map(({ name }) => name);
}

/** Everything that the database says about a revocation: the certificate's columns and the rows about it. */
export async function revocationRows(
  portal: Portal,
  certificateId: string,
): Promise<{ table: string; key: string; row: Json }[]> {
  const found: { table: string; key: string; row: Json }[] = [];
  for (const table of [...(await revocationTables(portal)), 'certificates']) {
    const key = table === 'certificates' ? 'id' : 'certificate_id';
    const rows = await portal.sql(`select to_jsonb(t) as row from ${table} t where to_jsonb(t) ->> $2 = $1`, [
      certificateId,
      key,
    ]);
    found.push(...rows.map(({ row }) => ({ table, key, row })));
  }
  return found;
}

/** Moves everything that happened in a revocation so many days back, past every rule. */
export async function backdateRevocation(portal: Portal, certificateId: string, days: number): Promise<void> {
  const client = await portal.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const { table, key, row } of await revocationRows(portal, certificateId)) {
      const moments = Object.entries<Json>(row).filter(
        ([column, value]) =>
          typeof value === 'string' &&
          /^\d{4}-\d\d-\d\dT/.test(value) &&
          (table === 'certificates' ? /revo/ : /./).test(column),
      );
      for (const [column] of moments)
        await client.query(
          `update ${table} set ${column} = ${column} - make_interval(days => $2) where ${key} = $1`,
          [certificateId, days],
        );
    }
  } finally {
    await client.end();
  }
}

export type Reprint = {
  id: string;
  sheetId: string;
  reason: string;
  status: string | null;
  requestedBy: string;
  isOver: boolean;
};

/** The newest reprint of a certificate, with its reason as words or as a code of the list. */
export async function newestReprint(portal: Portal, certificateId: string): Promise<Reprint | undefined> {
  const [found] = await portal.sql(
    'select to_jsonb(r) as row from reprint_requests r where certificate_id = $1 order by requested_at desc, id desc limit 1',
    [certificateId],
  );
  if (!found) return undefined;
  const { row } = found;
  return {
    id: row.id,
    sheetId: row.sheet_id,
    // A code may stand beside the words.
    reason: `${row.reason_code ?? ''} ${row.reason ?? ''}`.trim(),
    status: row.status,
    requestedBy: row.requested_by,
    isOver: row.reprinted_at !== null,
  };
}

/** The issue: "the new one is a reprint with reason 'data corrected'". */
export const dataCorrected = /data[ _-]?corrected/i;

/** Who may still have to say yes to the reprint does so; where it is approved by itself nothing is to be done. */
export async function letReprint(
  portal: Portal,
  admins: Person[],
  certificateId: string,
  not: string[] = [],
): Promise<Reprint> {
  const request = await newestReprint(portal, certificateId);
  if (!request) throw new Error('No reprint of this certificate is on its way.');
  if (request.status === null) {
    const who = admins.find(({ staffId }) => staffId !== request.requestedBy && !not.includes(staffId))!;
    const version = await versionBySql(portal, 'reprint_requests', request.id);
    const answer = await who.ask('POST', `/api/reprint-requests/${request.id}/approve`, {
      body: { version },
    });
    mustSucceed(answer, `approving the reprint with reason '${request.reason}'`);
  }
  return (await newestReprint(portal, certificateId))!;
}

/** Asks for a reprint of a printed certificate, for what the paper has. */
export async function tryAskReprint(
  portal: Portal,
  person: Person,
  certificateId: string,
  errorPhotoFileId: string,
): Promise<Answer> {
  const operation = (await operationsOf(portal)).find(
    (one) => one.method === 'POST' && one.path === '/api/reprint-requests',
  )!;
  const body = await bodyOf(portal, operation, say('The sheet'), { certificateId, errorPhotoFileId });
  return person.ask('POST', operation.path, { body });
}
