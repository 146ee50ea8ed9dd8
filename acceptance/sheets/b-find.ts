import { example, type Operation } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import { declared, enumOf, kindsOf, words } from '../set-up/b-discovery.ts';

// What the issue leaves open about rolls, registers, signing and templates is looked for by words in the paths and schemas
// of /api/openapi.json. Adapt the pattern, not the demand.

export type Wanted = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: RegExp;
  not?: RegExp;
  /** The media type that it answers with. */
  answers?: RegExp;
};

/** The declared operation that fits, the one with the shortest path first. */
export async function findOperation(portal: Portal, wanted: Wanted): Promise<Operation | undefined> {
  const { method = 'POST', path, not, answers } = wanted;
  return (await declared(portal))
    .filter(
      (one) =>
        one.method === method &&
        path.test(one.path) &&
        !not?.test(one.path) &&
        (!answers || mediaTypes(one).some((type) => answers.test(type))),
    )
    .sort((a, b) => a.path.length - b.path.length)[0];
}

export async function getOperation(portal: Portal, what: string, wanted: Wanted): Promise<Operation> {
  const { method = 'POST', path, answers } = wanted;
  return demand(
    await findOperation(portal, wanted),
    `/api/openapi.json declares nothing that ${what}: no ${method} ${path}${answers ? ` that answers ${answers}` : ''}`,
  );
}

export function mediaTypes(operation: Operation): string[] {
  return Object.keys(operation.responses['200']?.content ?? {});
}

/** What is said in a body or a query, by words in the field's name; the first that fits counts. */
export type Said = [like: RegExp, value: Json][];

/** A body of what is said; what is required and not said gets an example. */
export function bodyOf(operation: Operation, said: Said): Json {
  return fill(operation.content['application/json']?.schema ?? {}, said);
}

function fill(schema: Json, said: Said): Json {
  const body: Json = {};
  for (const [name, field] of Object.entries<Json>(schema.properties ?? {})) {
    const hit = said.find(([like]) => like.test(words(name)));
    if (hit) {
      if (hit[1] !== undefined) body[name] = inTerms(field, hit[1]);
    } else if (kindsOf(field).some((one) => one.properties) && schema.required?.includes(name)) {
      body[name] = fill(kindsOf(field).find((one) => one.properties)!, said);
    } else if (schema.required?.includes(name)) body[name] = example(field, () => letters(8));
  }
  return body;
}

/** A value as a field takes it: one of its list, a list of one, yes or no, the text itself. */
function inTerms(field: Json, value: Json): Json {
  const kinds = kindsOf(field);
  const values = enumOf(field);
  const isList = kinds.some(({ type }) => type === 'array');
  if (isList) return Array.isArray(value) ? value : [value];
  if (values.length && !values.includes(value))
    return value === true
      ? (values.find((one) => /^(yes|true|required|by.?hand|always)$/i.test(String(one))) ?? values.at(-1))
      : (values.find((one) => words(String(one)).includes(words(String(value)))) ?? values[0]);
  if (kinds.some(({ type }) => type === 'boolean')) return value === 'yes' ? true : value;
  if (value === true && kinds.some(({ type }) => type === 'string')) return 'yes';
  return value;
}

/** The address: each placeholder by the word before it or by its own name, each required parameter of the query by its name. */
export function addressOf(operation: Operation, said: Said): string {
  const valueFor = (name: string) => {
    const hit = said.find(([like]) => like.test(words(name)));
    return hit && hit[1] !== undefined ? encodeURIComponent(String(hit[1])) : undefined;
  };
  const path = operation.path.replaceAll(
    /([\w-]+)\/\{(\w+)\}/g,
    (_, before, name) =>
      `${before}/${demand(
        valueFor(`${before} ${name}`) ?? valueFor(name),
        `nothing is known for {${name}} behind ${before} in ${operation.path}`,
      )}`,
  );
  const query = operation.parameters
    .filter((one) => one.in === 'query')
    .flatMap((one) => {
      const value = valueFor(one.name) ?? (one.required ? String(example(one.schema, () => '')) : undefined);
      return value === undefined ? [] : [`${one.name}=${value}`];
    });
  return query.length ? `${path}?${query.join('&')}` : path;
}

export function attempt(person: Person, operation: Operation, said: Said): Promise<Answer> {
  const body = operation.method === 'GET' ? undefined : bodyOf(operation, said);
  return person.ask(operation.method, addressOf(operation, said), body === undefined ? {} : { body });
}

export async function perform(person: Person, operation: Operation, said: Said): Promise<Json> {
  const answer = await attempt(person, operation, said);
  if (answer.status !== 200)
    throw new Error(`${operation.method} ${operation.path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A domain's no: a code and a sentence, not a fault of the request's grammar and not one of the server. */
export function isDomainNo({ status, body }: Answer): boolean {
  return [403, 409, 422].includes(status) && /^[a-z_-]+\.[a-z_]+$/.test(body?.code ?? '');
}

export async function fetchBytes(
  portal: Portal,
  person: Person,
  path: string,
): Promise<{ status: number; type: string; bytes: Buffer }> {
  const response = await fetch(portal.url + path, { headers: { cookie: person.cookie } });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The bytes of a document that has to be there. */
export async function documentOf(portal: Portal, person: Person, path: string): Promise<Buffer> {
  const { status, bytes } = await fetchBytes(portal, person, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${bytes.toString('utf8').slice(0, 400)}`);
  return bytes;
}

/** A table whose name fits and that has columns like these; the shortest name. */
export async function tableLike(
  portal: Portal,
  what: string,
  name: RegExp,
  columns: RegExp[] = [],
): Promise<{ table: string; columns: string[] }> {
  const rows = await portal.sql<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by length(c.table_name)`,
  );
  return demand(
    rows.find(
      (row) =>
        name.test(row.table) && columns.every((like) => row.columns.some((column) => like.test(column))),
    ),
    `the database has no table of ${what}: none named ${name} with columns like ${columns.join(', ') || 'any'}`,
  );
}
