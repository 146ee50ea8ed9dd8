import { randomUUID } from 'node:crypto';
import { example, type Operation } from './openapi.ts';
import type { Json } from './people.ts';
import { between, digits, letters, personName, pick, random } from './random.ts';

/** What a request carries, made from the contract: mostly valid, mutated here and there. */
export type Request = {
  method: string;
  path: string;
  body?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  isMutated: boolean;
};

const odd: (() => Json)[] = [
  () => 'a\u0000b',
  () => '\ud800',
  () => '',
  () => ' '.repeat(50),
  () => 'x'.repeat(5_000),
  () => '\u202egnp.exe',
  () => "'; drop table staff; --",
  () => '%00%ff../../etc/passwd',
  () => null,
  () => -1,
  () => 0,
  () => 2 ** 53,
  () => 1e308,
  () => 0.1,
  () => [],
  () => ({}),
  () => [[[[[[[[['deep']]]]]]]]],
  () => true,
  () => 'ಕನ್ನಡ',
  () => '9999-99-99',
  () => '2026-02-30',
  () => randomUUID(),
];

const oddHeaders: Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(500) },
  { 'idempotency-key': 'é' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { accept: 'image/webp' },
  { 'accept-language': 'x'.repeat(400) },
  { cookie: 'session=; __Host-session=a; =;;' },
  { range: 'bytes=5-1' },
  { 'if-none-match': '*' },
  { 'x-forwarded-for': '256.1.1.1, a' },
  { 'x-request-id': 'a\tb' },
  { 'last-event-id': '-1' },
];

export function makeRequest(operation: Operation, ids: Record<string, string[]>): Request {
  const isMutated = random() < 0.6;
  const headers: Record<string, string> = {};
  if (isMutated && random() < 0.2) Object.assign(headers, pick(oddHeaders));
  const request: Request = {
    method:
      isMutated && random() < 0.03 ? pick(['PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) : operation.method,
    path: makePath(operation, ids, isMutated),
    headers,
    isMutated,
  };
  const schema = operation.content['application/json']?.schema;
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  if (schema || !Object.keys(operation.content).length) {
    const body = schema ? example(schema, (one) => validString(one, ids)) : {};
    request.body = isMutated && random() < 0.6 ? mutate(body) : body;
    return request;
  }
  request.headers['content-type'] ??= 'application/octet-stream';
  request.bytes = new Uint8Array(Array.from({ length: between(0, 300) }, () => between(0, 255)));
  return request;
}

function makePath(operation: Operation, ids: Record<string, string[]>, isMutated: boolean): string {
  const table = operation.path.split('/')[2]!.replaceAll('-', '_');
  const value = (parameter: Json) => {
    if (isMutated && random() < 0.15) return String(pick(odd)()).toWellFormed();
    if (parameter?.schema?.format === 'uuid')
      return random() < 0.7 ? pick(ids[table] ?? [randomUUID()]) : randomUUID();
    return String(example(parameter?.schema, (one) => validString(one, ids)));
  };
  let path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(value(operation.parameters.find((one) => one.in === 'path' && one.name === name))),
  );
  if (isMutated && random() < 0.1)
    path = path.replace('/api/', pick(['/%61pi/', '//api/', '/api//', '/API/', '/api/./']));
  const query = operation.parameters
    .filter((one) => one.in === 'query' && (one.required || random() < 0.4))
    .map((one) => `${one.name}=${encodeURIComponent(value(one))}`);
  if (isMutated && random() < 0.05) query.push('limit=1&limit=2', '%zz=%', '__proto__[a]=1');
  return query.length ? `${path}?${query.join('&')}` : path;
}

/** Replaces, removes or adds something somewhere in it. */
function mutate(body: Json): Json {
  if (random() < 0.05) return pick(odd)();
  const copy = structuredClone(body);
  let at = copy;
  for (let depth = 0; depth < 3; depth += 1) {
    const keys = Object.keys(at ?? {});
    if (!keys.length) break;
    const key = pick(keys);
    if (at[key] && typeof at[key] === 'object' && random() < 0.6) {
      at = at[key];
      continue;
    }
    if (random() < 0.2) delete at[key];
    else if (random() < 0.1) at[`extra${digits(2)}`] = pick(odd)();
    else at[key] = pick(odd)();
    break;
  }
  return copy;
}

function validString(schema: Json, ids: Record<string, string[]>): string {
  if (schema.format === 'uuid') return random() < 0.8 ? pick(pick(Object.values(ids))) : randomUUID();
  if (schema.format === 'date') return `2026-0${between(1, 9)}-1${between(0, 9)}`;
  if (schema.format === 'email') return `${letters(8)}@dikshant.example`;
  const pattern: string = schema.pattern ?? '';
  if (/\^20\\d\{2\}-/.test(pattern)) return '2024-25';
  if (/\^20\\d\{2\}/.test(pattern)) return `2025/${digits(6)}`;
  if (/\\d\{6\}/.test(pattern)) return digits(6);
  if (/\[6-9\]/.test(pattern)) return `98${digits(8)}`;
  if (/A-Z/.test(pattern)) return letters(4).toUpperCase();
  if (/\\d/.test(pattern)) return digits(8);
  if (/a-z/.test(pattern)) return letters(8);
  const text = personName();
  return text.slice(
    0,
    Math.max(schema.minLength ?? 1, Math.min(text.length, schema.maxLength ?? text.length)),
  );
}
