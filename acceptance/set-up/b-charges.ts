import type { Desks } from '../harness/desks.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { draftOf, receive, upload, versionOf, writePdf } from '../harness/records.ts';
import { rowsOf } from './b-database.ts';
import {
  agreement,
  award,
  bodyLeaves,
  declared,
  enumOf,
  fieldsFor,
  isUuid,
  kindsOf,
  type Leaf,
  leavesOf,
  payReprint,
  put,
  schedule,
  scheduleOperation,
  words,
} from './b-discovery.ts';

// The fee schedule as a person fills it in, whatever its fields are called, and charges that are paid.

/** Something to choose: what it is called, and its id or code where it has one. */
export type Option = { text: string; id?: string; code?: string; level?: string };

export type Kind = 'application' | 'late' | 'reprint';

/** A row of the schedule: the seven fields in the order in which they are compared; null is 'any'. */
export type Rule = {
  charge: Kind;
  college: Option | null;
  course: Option | null;
  level: string | null;
  type: Option | null;
  category: Option | null;
  attendance: Option | null;
  year: string | null;
  amount: number;
  from: string | null;
  until: string | null;
};

export const anyRule = (charge: Kind, amount: number): Rule => ({
  charge,
  college: null,
  course: null,
  level: null,
  type: null,
  category: null,
  attendance: null,
  year: null,
  amount,
  from: null,
  until: null,
});

/** The day in India so many days from now. */
export function indianDay(days: number): string {
  return new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}

export type Pools = {
  colleges: Option[];
  courses: Option[];
  types: Option[];
  categories: Option[];
  attendances: Option[];
  years: string[];
  category: Leaf;
  attendance: Leaf;
};

const option = (one: Json): Option =>
  typeof one === 'string'
    ? { text: one }
    : { text: one.name ?? one.label ?? one.text ?? one.code, id: one.id, code: one.code };

/** What an application may be of. */
export async function poolsOf(portal: Portal, desks: Desks): Promise<Pools> {
  const choices = (await desks.receiver.get('/api/application-choices')).body;
  const leaves = await bodyLeaves(portal, 'POST', '/api/applications');
  const leafOf = (name: string): Leaf => {
    const [leaf] = fieldsFor(award.find((one) => one.name === name)!, leaves);
    if (!leaf) throw new Error(`POST /api/applications takes no ${name}, on which charges depend.`);
    return leaf;
  };
  const category = leafOf('category');
  const attendance = leafOf('attendance');
  const offered = (name: RegExp): Option[] =>
    (
      Object.entries<Json>(choices).find(
        ([key, list]) => name.test(words(key)) && Array.isArray(list),
      )?.[1] ?? []
    ).map(option);
  const listed = (leaf: Leaf): Option[] => enumOf(leaf.schema).map((one: Json) => ({ text: String(one) }));
  // Of a line of text what the schedule names is offered, and any other category may be typed.
  const isTyped = kindsOf(category.schema).some(({ type }) => type === 'string') && !isUuid(category.schema);
  const typed = isTyped ? ['GM', 'SC', 'ST'].map((text) => ({ text })) : [];
  const categories = [listed(category), offered(/categor/), typed].find((list) => list.length > 1);
  if (!categories) throw new Error('There are no categories to choose from.');
  const rows = (await desks.admin.get('/api/settings/courses?limit=100')).body.rows as Json[];
  if (!rows.some(({ level }) => level)) throw new Error('No course has a level, on which charges depend.');
  return {
    colleges: choices.colleges.map(option),
    courses: choices.courses.map((one: Json) => ({
      ...option(one),
      level: rows.find(({ id }) => id === one.id)?.level,
    })),
    types: choices.certificateTypes.map(option),
    categories,
    attendances: listed(attendance).length
      ? listed(attendance)
      : [{ text: 'In person' }, { text: 'In absentia' }],
    years: choices.academicYears.map((one: Json) => (typeof one === 'string' ? one : (one.name ?? one.code))),
    category,
    attendance,
  };
}

/** What a field takes for an option. */
export function fieldValue(leaf: Leaf, chosen: Option): Json {
  const known = enumOf(leaf.schema);
  const match = known.find((one) => words(String(one)) === words(chosen.text));
  if (match !== undefined) return match;
  if (kindsOf(leaf.schema).some(({ type }) => type === 'boolean')) {
    return /absentia/.test(leaf.name) === /absentia/i.test(chosen.text);
  }
  if (isUuid(leaf.schema)) return chosen.id;
  return chosen.code ?? chosen.text;
}

/** 'Any' as a field says it: null, the empty text, a word of its list, or nothing at all. */
function anyValue({ schema }: Leaf): Json {
  const alternatives: Json[] = schema?.anyOf ?? schema?.oneOf ?? [schema];
  if (alternatives.some(({ type }) => type === 'null')) return null;
  if (alternatives.some((one) => one.const === '') || schema.default === '') return '';
  const word = enumOf(schema).find((one) => /^(any|all)$/i.test(String(one)));
  return word ?? (alternatives.some(({ type }) => type === 'array') ? [] : undefined);
}

export async function ruleBody(
  portal: Portal,
  desks: Desks,
  rule: Rule,
): Promise<{ path: string; body: Json }> {
  const operation = await scheduleOperation(portal);
  if (!operation) throw new Error('No master of the fee schedule is declared below /api/settings/.');
  const leaves = leavesOf(operation.content['application/json']!.schema);
  const body: Json = {};
  const write = (concept: (typeof schedule)[keyof typeof schedule], chosen: Option | null) => {
    const [leaf] = fieldsFor(concept, leaves);
    if (leaf) put(body, leaf.path, chosen ? fieldValue(leaf, chosen) : anyValue(leaf));
  };
  const [kind] = fieldsFor(schedule.charge, leaves);
  put(body, kind!.path, await chargeValue(desks, kind!, rule.charge));
  for (const field of ['college', 'course', 'type', 'category', 'attendance'] as const)
    write(schedule[field], rule[field]);
  write(schedule.level, rule.level === null ? null : { text: rule.level });
  // The academic years of a row: one field of one or several, or a first and a last one.
  for (const leaf of leaves.filter(({ name }) => schedule.years.like.test(name))) {
    const isList = kindsOf(leaf.schema).some(({ type }) => type === 'array');
    put(body, leaf.path, rule.year === null ? anyValue(leaf) : isList ? [rule.year] : rule.year);
  }
  put(body, fieldsFor(schedule.amount, leaves)[0]!.path, rule.amount);
  for (const field of ['from', 'until'] as const) {
    const [leaf] = fieldsFor(schedule[field], leaves);
    if (leaf) put(body, leaf.path, rule[field] ?? (field === 'from' ? indianDay(0) : anyValue(leaf)));
  }
  return { path: operation.path, body };
}

/** The charge as a word of a list, or as the id of an entry of the master of charges. */
async function chargeValue(desks: Desks, leaf: Leaf, kind: Kind): Promise<Json> {
  const word = enumOf(leaf.schema).find((one) => String(one).toLowerCase().startsWith(kind));
  if (word !== undefined) return word;
  const { body } = await desks.admin.get('/api/settings/charges?limit=100');
  const entry = (body?.rows as Json[] | undefined)?.find((row) =>
    Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().startsWith(kind)),
  );
  return entry ? (isUuid(leaf.schema) ? entry.id : (entry.code ?? entry.name)) : kind;
}

/** Proposes a row, and nothing more. */
export async function proposeRule(
  portal: Portal,
  desks: Desks,
  rule: Rule,
  by = desks.admin,
): Promise<Answer> {
  const { path, body } = await ruleBody(portal, desks, rule);
  return by.ask('POST', path, { body });
}

/** A row in force: one admin enters it, another agrees. Gives its id. */
export async function addRule(portal: Portal, desks: Desks, rule: Rule): Promise<string> {
  const { path, body } = await ruleBody(portal, desks, rule);
  const { id } = await desks.admin.act('POST', path, body);
  const answer = await agree(portal, desks.otherAdmin, path, id);
  if (answer && answer.status !== 200)
    throw new Error(`The second admin does not agree: ${answer.status} ${answer.text}`);
  return id;
}

/** A second person agrees to what was entered, where the portal asks for one; the last answer, or undefined. */
export async function agree(
  portal: Portal,
  other: Person,
  path: string,
  id: string,
): Promise<Answer | undefined> {
  const posts = (await declared(portal)).filter(({ method }) => method === 'POST');
  const own = posts.find((one) => agreement.own(path).test(one.path));
  if (own) return confirm(other, own.path, id, `${path}/${id}`);
  const general = posts.find((one) => agreement.list.test(one.path));
  if (!general) return undefined;
  const list = general.path.replace(/\/\{\w+\}\/\w+$/, '');
  const { body } = await other.get(`${list}?limit=100`);
  const rows: Json[] = body?.rows ?? body ?? [];
  const proposal = rows.find((row) => row.id === id || JSON.stringify(row).includes(id));
  return proposal ? confirm(other, general.path, proposal.id, `${list}/${proposal.id}`) : undefined;
}

async function confirm(other: Person, template: string, id: string, record: string): Promise<Answer> {
  const { body } = await other.get(record);
  return other.ask('POST', template.replace(/\{\w+\}/, id), {
    body: typeof body?.version === 'number' ? { version: body.version } : {},
  });
}

/** A new college with a fee, which is its row 'that college, any'; it has no late charge, unless one is given. */
export async function addCollege(
  portal: Portal,
  desks: Desks,
  fee: number,
  late: number | null = 0,
): Promise<Option> {
  const code = letters(8).toUpperCase();
  const name = `College of ${letters(9)}`;
  const { id } = await desks.admin.act('POST', '/api/colleges', {
    name,
    code,
    contactNumber: '0821 2345678',
    address: '12, Temple Road, Mysuru',
    convocationFee: fee,
  });
  await agree(portal, desks.otherAdmin, '/api/colleges', id);
  const college = { id, code, text: name };
  if (late !== null) await addRule(portal, desks, { ...anyRule('late', late), college });
  return college;
}

/** What charges depend on, of one application. */
export type Combination = {
  college: Option;
  course: Option;
  type: Option;
  category: Option;
  attendance: Option;
  year: string;
};

/** The part of an application's body that says its combination. */
export async function combinationBody(portal: Portal, pools: Pools, one: Combination): Promise<Json> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/applications');
  const type = leaves.find(({ name }) => /^certificate type/.test(name))!;
  const body: Json = { collegeId: one.college.id, courseId: one.course.id, academicYear: one.year };
  put(body, type.path, fieldValue(type, one.type));
  put(body, pools.category.path, fieldValue(pools.category, one.category));
  put(body, pools.attendance.path, fieldValue(pools.attendance, one.attendance));
  return body;
}

/** A concession as the body takes it, for a reason of the university's list. */
export async function concessionOf(
  portal: Portal,
  desks: Desks,
  amount: number,
  authority: string,
): Promise<Json> {
  const leaf = (await bodyLeaves(portal, 'POST', '/api/applications')).find(({ name }) =>
    /^concession reason/.test(name),
  );
  if (!leaf) throw new Error('POST /api/applications takes no reason of a concession.');
  const listed = enumOf(leaf.schema);
  if (listed.length) return { amount, reason: listed[0], authority };
  const choices = (await desks.receiver.get('/api/choices')).body;
  const [, offered] = Object.entries<Json>(choices).find(([key]) => /concession/.test(words(key))) ?? [];
  if (!offered?.length) throw new Error('The counter is offered no reasons of a concession.');
  return { amount, authority, [leaf.path.at(-1)!]: offered[0].value };
}

/** The row of the schedule that a college has with this amount, as the database has it. */
export async function scheduleRow(
  portal: Portal,
  college: Option,
  amount: number,
): Promise<{ table: string; id: string }> {
  // A row names its college by its id or by its code.
  const tables = await portal.sql<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = 'public' and table_name ~ 'fee|charge|schedule'
     group by 1 having bool_or(column_name = 'id') and bool_or(column_name = 'amount') and not bool_or(column_name = 'application_id')`,
  );
  const found: { table: string; row: Json }[] = [];
  for (const { table } of tables) {
    const rows = await portal.sql<{ row: Json }>(
      `select to_jsonb(t) as row from "${table}" t where amount = $1 and exists (
         select from jsonb_each_text(to_jsonb(t)) where value in ($2, $3))`,
      [amount, college.id, college.code],
    );
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  if (found.length !== 1)
    throw new Error(`${found.length} rows of the schedule of ${college.text} with ₹${amount}.`);
  return { table: found[0]!.table, id: found[0]!.row.id };
}

/** Received with the total that the counter shows, and a draft of it unless there is nothing to pay. */
export async function receiveOf(
  portal: Portal,
  desks: Desks,
  pools: Pools,
  one: Combination,
  { total, concession = null, paid = total }: { total: number; concession?: Json; paid?: number },
): Promise<Json> {
  return receive(desks.receiver, {
    ...(await combinationBody(portal, pools, one)),
    totalAmount: total,
    concession,
    drafts: paid > 0 ? [draftOf(paid)] : [],
  });
}

/** What a reprint request still owes, by the charge that hangs on it. */
export async function owedFor(
  portal: Portal,
  requestId: string,
): Promise<{ id: string; amount: number } | undefined> {
  const charge = (await rowsOf(portal, requestId)).find(
    ({ table, row }) => /charge/.test(table) && 'id' in row,
  );
  if (!charge) return undefined;
  const { row } = charge;
  return { id: row.id, amount: row.pending_amount ?? row.schedule_amount ?? row.amount };
}

/** The receiver records a draft for the charge of a reprint; nothing happens where nothing is owed. */
export async function payCharge(
  portal: Portal,
  desks: Desks,
  requestId: string,
  amount?: number,
): Promise<Answer | undefined> {
  const owed = await owedFor(portal, requestId);
  if (!owed?.amount) return undefined;
  const operation = (await declared(portal)).find(
    ({ method, path }) => method === 'POST' && payReprint.test(path),
  );
  if (!operation) throw new Error('No operation records a draft for a reprint charge.');
  const isOfCharge = operation.path.startsWith('/api/charges/');
  const receiptFileId = await upload(desks.receiver, 'receipt', writePdf(), `dd ${letters(5)}.pdf`);
  const draft = { ...draftOf(amount ?? owed.amount), receiptFileId };
  const { properties = {} } = operation.content['application/json']?.schema ?? {};
  const version = isOfCharge
    ? undefined
    : await versionOf(desks.receiver, `/api/reprint-requests/${requestId}`);
  return desks.receiver.ask('POST', operation.path.replace(/\{\w+\}/, isOfCharge ? owed.id : requestId), {
    body: {
      ...('version' in properties ? { version } : {}),
      ...('drafts' in properties ? { drafts: [draft] } : 'draft' in properties ? { draft } : draft),
    },
  });
}
