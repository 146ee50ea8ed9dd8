import type { Operation } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import { demand } from '../set-up/a-names.ts';
import { factsOf } from '../set-up/c-office.ts';
import { type Convened, mark } from './b-convene.ts';
import {
  addressOf,
  attempt,
  bodyOf,
  documentOf,
  findOperation,
  getOperation,
  perform,
  type Said,
  tableLike,
} from './b-find.ts';

// UNIVERSITY.md 3. Open: the routes of rolls, supplements, resolutions and the register, and the names of their tables. They are
// found by words; adapt the pattern, not the demand.

const register = /register/;

export type Resolution = { body: string; number: string; date: string };

export function resolution(): Resolution {
  return {
    body: 'Syndicate',
    number: mark('SYN'),
    date: new Date(Date.now() + 19_800_000).toISOString().slice(0, 10),
  };
}

export type Roll = { id: string; convocationId: string };

function said(roll: Partial<Roll>, more: Said = []): Said {
  return [
    ...more,
    [/\bconvocations?( id)?$/, roll.convocationId],
    [/\b(rolls?|supplements?)( roll)?( id)?$/, roll.id],
    [/^id$/, roll.id],
  ];
}

const acts = {
  open: { path: /rolls?$/, what: 'opens the roll of a convocation' },
  close: { path: /rolls?\b.*\/close$/, what: 'closes a roll' },
  resolve: {
    path: /(rolls?|supplements?)\b.*\/(resolve|resolutions?|record-resolution|approve)$/,
    what: 'records the resolution that approves a roll',
  },
} as const;

export function rollAct(convened: Convened, act: keyof typeof acts): Promise<Operation> {
  return getOperation(convened.office.portal, acts[act].what, { path: acts[act].path });
}

/** Rolls of a convocation as the database has them, oldest first; supplements are among them or in a table of their own. */
export async function rollsOf({ office: { portal }, convocationId }: Convened): Promise<Json[]> {
  const { table } = await tableLike(portal, 'rolls', /^(convocation_)?rolls$/, [/convocation/]);
  const rows = await portal.sql(
    `select to_jsonb(t) as row from "${table}" t where to_jsonb(t) ->> 'convocation_id' = $1 order by to_jsonb(t) ->> 'id'`,
    [convocationId],
  );
  return rows.map(({ row }) => row);
}

export async function openRoll(convened: Convened, person: Person, isSupplement = false): Promise<Roll> {
  const { portal } = convened.office;
  const before = (await rollsOf(convened)).map(({ id }) => id);
  const own = isSupplement ? await findOperation(portal, { path: /\/supplements?$/ }) : undefined;
  const operation = own ?? (await rollAct(convened, 'open'));
  const [first] = before;
  await perform(
    person,
    operation,
    said({ convocationId: convened.convocationId, id: first }, [
      [/\b(kind|type|part)\b/, isSupplement ? 'supplement' : 'roll'],
      [/\bcertificate type/, convened.type],
    ]),
  );
  const made = (await rollsOf(convened)).find(({ id }) => !before.includes(id));
  return {
    id: demand(made, `${operation.path} made no row of a roll for the convocation`).id,
    convocationId: convened.convocationId,
  };
}

async function versionOfRoll(convened: Convened, { id }: Roll): Promise<number | undefined> {
  return (await rollsOf(convened)).find((one) => one.id === id)?.version;
}

export async function tryClose(convened: Convened, person: Person, roll: Roll): Promise<Answer> {
  const version = await versionOfRoll(convened, roll);
  return attempt(person, await rollAct(convened, 'close'), said(roll, [[/^version$/, version]]));
}

export async function tryResolve(
  convened: Convened,
  person: Person,
  roll: Roll,
  given: Partial<Resolution> = resolution(),
): Promise<Answer> {
  const version = await versionOfRoll(convened, roll);
  return attempt(
    person,
    await rollAct(convened, 'resolve'),
    said(roll, [
      [/^version$/, version],
      [/\bdate\b|\bon$/, given.date ?? ''],
      [/\bnumber\b/, given.number ?? ''],
      [/\bbody\b|\bby\b|\bauthority\b/, given.body ?? ''],
    ]),
  );
}

/** Opened, closed and resolved in one go. */
export async function resolvedRoll(
  convened: Convened,
  { isSupplement = false, given = resolution() } = {},
): Promise<Roll & { given: Resolution }> {
  const { admin, otherAdmin } = convened.office.desks;
  const roll = await openRoll(convened, admin, isSupplement);
  must(await tryClose(convened, admin, roll), 'closing a roll');
  must(await eitherResolves(convened, [admin, otherAdmin], roll, given), 'resolving a roll');
  return { ...roll, given };
}

/** Whether the one who closed may also record the resolution is open; one of two administrators may. */
export async function eitherResolves(
  convened: Convened,
  people: Person[],
  roll: Roll,
  given: Partial<Resolution>,
): Promise<Answer> {
  let answer: Answer | undefined;
  for (const person of people) {
    answer = await tryResolve(convened, person, roll, given);
    if (answer.status === 200 || answer.status === 422) return answer;
  }
  return answer!;
}

export function must(answer: Answer, what: string): void {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.text}`);
}

export type Entry = {
  rollId: string;
  applicationId: string;
  struckOn: string | null;
  struckFor: string | null;
};

/** Everybody who stands on a roll, struck or not. */
export async function entriesOf({ office: { portal } }: Convened, { id }: Roll): Promise<Entry[]> {
  const { table, columns } = await tableLike(portal, 'entries of a roll', /^roll_|_roll_|supplement_/, [
    /^(roll|supplement)_id$/,
    /^(application|certificate)_id$/,
  ]);
  const owner = columns.find((one) => /^(roll|supplement)_id$/.test(one))!;
  const struckAt = demand(
    columns.find((one) => /^(struck|left|removed)_(at|on)$/.test(one)),
    `${table} has no column for when an entry was struck: ${columns.join(', ')}`,
  );
  const reason = demand(
    columns.find((one) =>
      /^(struck|strike|striking|left|removed)_(reason|for|because|cause|remark)$/.test(one),
    ) ?? columns.find((one) => /reason/.test(one)),
    `${table} has no column for why an entry was struck: ${columns.join(', ')}`,
  );
  const application = columns.includes('application_id')
    ? 't.application_id'
    : '(select application_id from certificates c where c.id = t.certificate_id)';
  return portal.sql<Entry>(
    `select t."${owner}"::text as "rollId", ${application}::text as "applicationId", t."${struckAt}"::text as "struckOn", t."${reason}"::text as "struckFor"
     from "${table}" t where t."${owner}" = $1`,
    [id],
  );
}

/**
 * Who is on a roll as the portal lists it. "It is closed" says when its entries stand for good; before that nobody says that they are
 * stored, so an open roll is asked for.
 */
export async function membersOf(
  { office: { portal } }: Convened,
  person: Person,
  roll: Roll,
): Promise<string[]> {
  const operation = await getOperation(portal, 'lists who is on a roll', {
    method: 'GET',
    path: /roll[-_]entries$|rolls\/\{\w+\}\/(entries|members)$/,
  });
  const { rows } = await perform(person, operation, said(roll));
  const found = await portal.sql<{ id: string }>(
    'select application_id::text as id from certificates where id = any($1)',
    [rows.map(({ certificateId }: Json) => certificateId)],
  );
  return found.map(({ id }) => id);
}

/** The roll printed for the meeting. */
export async function rollDocument(convened: Convened, person: Person, roll: Roll): Promise<Buffer> {
  const operation = await getOperation(convened.office.portal, 'prints a roll for the meeting', {
    method: 'GET',
    path: /(^|[/_-])(rolls?|supplements?)[/_-]/,
    not: register,
    answers: /pdf/,
  });
  return documentOf(convened.office.portal, person, addressOf(operation, said(roll)));
}

/** The degree register of a convocation, or of one of its supplements where `of` is given. */
export async function registerOf(
  convened: Convened,
  person: Person,
  format: 'pdf' | 'csv',
  of?: Roll,
): Promise<Buffer> {
  const { portal } = convened.office;
  const operation = await getOperation(portal, `gives the degree register as ${format}`, {
    method: 'GET',
    path: register,
    answers: new RegExp(format),
  });
  const known = said({ id: of?.id, convocationId: convened.convocationId }, [
    [/^format$/, format],
    [/\bconvocation number\b/, convened.convocation.number],
    [/\bregister\b/, convened.convocationId],
    // Of a register's own id it is the convocation's.
    ...(of ? [] : ([[/^id$/, convened.convocationId]] as Said)),
  ]);
  // An export takes the parameters of the list's own operation, which alone declares them.
  const list = await findOperation(portal, {
    method: 'GET',
    path: new RegExp(`^/api/${operation.path.split('/').at(-1)}$`),
  });
  const further = (list?.parameters ?? []).filter((one) => one.required);
  const asked = { ...operation, parameters: [...operation.parameters, ...further] };
  return documentOf(portal, person, addressOf(asked, known));
}

export function csvLines(csv: Buffer): string[][] {
  return csv
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)]
        .slice(0, line.endsWith(',') ? undefined : -1)
        .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)),
    );
}

/** Sends a body that says less than the operation asks for. */
export async function resolveWithout(
  convened: Convened,
  person: Person,
  roll: Roll,
  missing: RegExp,
): Promise<Answer> {
  const operation = await rollAct(convened, 'resolve');
  const given = resolution();
  const body = bodyOf(
    operation,
    said(roll, [
      [/^version$/, await versionOfRoll(convened, roll)],
      [missing, undefined],
      [/\bdate\b|\bon$/, given.date],
      [/\bnumber\b/, given.number],
      [/\bbody\b|\bby\b|\bauthority\b/, given.body],
    ]),
  );
  return person.ask('POST', addressOf(operation, said(roll)), { body });
}

/** Certificates of this convocation that were printed good and not superseded, by own SQL. */
export async function issuedBySql({ office: { portal }, year, type }: Convened): Promise<Json[]> {
  return portal.sql(
    `select c.convocation_number as number, a.candidate_name as name, a.candidate_name_native as native, r.father_name as father, r.mother_name as mother,
       r.division as class, b.serial, f.facts ->> 'course' as degree, f.facts ->> 'issuedOn' as given
     from certificates c join applications a on a.id = c.application_id left join award_records r on r.application_id = a.id
     join sheets s on s.certificate_id = c.id and s.outcome = 'good' and s.superseded_at is null and s.cancelled_at is null
     join blanks b on b.id = s.blank_id join sheet_facts f on f.sheet_id = s.id
     where a.academic_year = $1 and a.certificate_type = $2 order by 1`,
    [year, type],
  );
}

export async function stateOf(convened: Convened, applicationId: string): Promise<string | null> {
  return (await factsOf(convened.office, applicationId)).state;
}
