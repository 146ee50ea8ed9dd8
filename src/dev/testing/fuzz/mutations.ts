import { addMonths, dayInIndia } from '#shared/format.ts';
import { pick, type Random } from '../random.ts';
import type { FuzzInput, FuzzRequest } from './request.ts';

/** A number from 0 up to and without `below`. */

const today = dayInIndia(new Date());

/** What nobody means, and some programs send. */
const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  'a\uD800b',
  '\u202Egpj.exe',
  'a\u0007b',
  'x'.repeat(5_000),
  'ಕನ್ನಡ',
  "'; drop table staff; --",
  '%_\\',
  '../../etc/passwd',
  '9999-99-99',
  '0001-01-01',
  '275760-09-13',
  -1,
  0,
  0.5,
  1e21,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { toString: 1, constructor: { prototype: 1 } },
  Array.from({ length: 2_000 }, () => 'x'),
];

/** Other values of the same kind, which an office might well send. */
function neighbourOf(value: unknown, ids: readonly string[], random: Random): unknown {
  if (typeof value === 'number') return value + pick(random, [-1, 1, 2, 100, 100_000]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(value))
    return random(3) === 0 ? crypto.randomUUID() : pick(random, ids);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return addMonths(today, pick(random, [-20, -4, -1, 0, 1, 20]));
  return pick(random, [`${value}x`, value.slice(1), value.toUpperCase(), `  ${value} `, '1', 'Somebody']);
}

type Slot = { holder: Record<string, unknown>; key: string };

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])]);
}

/** One field becomes another value of its kind: mostly still an input that is understood. */
export function nudge(sample: FuzzInput, ids: readonly string[], random: Random): FuzzInput {
  return changed(sample, random, ({ holder, key }) => {
    holder[key] = neighbourOf(holder[key], ids, random);
  });
}

/** One field becomes what it should never be, or is missing. */
export function spoil(sample: FuzzInput, random: Random): FuzzInput {
  return changed(sample, random, ({ holder, key }) => {
    if (random(5) === 0) delete holder[key];
    else holder[key] = pick(random, oddValues);
  });
}

function changed(sample: FuzzInput, random: Random, change: (slot: Slot) => void): FuzzInput {
  const copy = structuredClone({ params: sample.params, input: sample.input, bytes: sample.bytes });
  const slots = [...slotsOf(copy.params), ...slotsOf(copy.input)];
  if (copy.bytes?.length && random(2) === 0) copy.bytes[random(copy.bytes.length)] = random(256);
  else if (slots.length > 0) change(pick(random, slots));
  return copy;
}

const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'short' },
  { 'idempotency-key': 'x'.repeat(1_000) },
  { 'idempotency-key': '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9' },
  { 'idempotency-key': 'the-same-key-again' },
  { cookie: 'session=%00' },
  { cookie: 'session=\u00ff; session=' },
  { cookie: ';;;=;' },
  { 'user-agent': '\u00ff'.repeat(2_000) },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': "1.2.3.4, '; --" },
  { 'x-asked-by': 'page' },
  { accept: 'application/xml' },
  { range: 'bytes=5-2' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'accept-encoding': 'x;q=2' },
  { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
];

const spellings: readonly ((path: string) => string)[] = [
  (path) => path.replace('/api', '/%61pi'),
  (path) => path.replace('/api', '//api'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api%2F'),
  (path) => path.replace(/[j-z]/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  (path) => `${path.replace('?', ';a=b?')}`,
  (path) => path.replace(/([^/?]+)(\?|$)/, '%00$2'),
  (path) => path.replace(/([^/?]+)(\?|$)/, '%C3%28$2'),
  (path) => path.replace(/([^/?]+)(\?|$)/, '%E0%A4%A$2'),
  (path) => path.replace(/([^/?]+)(\?|$)/, `${'y'.repeat(3_000)}$2`),
  (path) => `${path}${path.includes('?') ? '&' : '?'}a[b][c][d]=1&__proto__[x]=1&search=%00`,
  (path) => `${path}${path.includes('?') ? '&' : '?'}limit=1&limit=2&cursor=%F0%9F`,
];

const oddBodies: readonly (string | Uint8Array)[] = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"id":1,"id":2}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  `{"id":"${'x'.repeat(300_000)}"}`,
  new Uint8Array([34, 255, 254, 34]),
  '{"search":"\\ud800"}',
  '1e999',
];

/** The request itself becomes odd: its headers, its address, its method, or its body as a whole. */
export function distort(request: FuzzRequest, random: Random): FuzzRequest {
  const kind = random(4);
  if (kind === 0) return { ...request, headers: { ...request.headers, ...pick(random, oddHeaders) } };
  if (kind === 1) return { ...request, path: pick(random, spellings)(request.path) };
  if (kind === 2 && request.body !== undefined) return { ...request, body: pick(random, oddBodies) };
  const method = pick(random, ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']);
  // A body where none is expected would be read as the next request.
  return { ...request, method, body: undefined };
}
