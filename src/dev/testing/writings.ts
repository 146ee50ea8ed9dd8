import fc from 'fast-check';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { Caller } from './open-portal.ts';

/** The zeros of the digits of India, of Arabic, and of full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];
const dashes = [...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'];
const blanks = [...' \u00a0\u2002\u2007\u2009\u200a\u202f\u205f\u3000'];
/** Soft hyphen, joiners, marks of direction, fillers, variation selectors, tags: nothing that anybody sees. */
export const invisible = [
  ...'\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202d\u202e\u2060\u2061\u2064',
  ...'\u2066\u2069\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\u{e0001}\u{e0041}\u{e0100}',
];

function anyOf(character: string): fc.Arbitrary<string> {
  if (/\d/.test(character)) {
    const others = zeros.map((zero) => String.fromCodePoint(zero + Number(character)));
    return fc.oneof(fc.constant(character), fc.constantFrom(...others));
  }
  if (/[a-z]/i.test(character)) {
    const cases = [character.toLowerCase(), character.toUpperCase()];
    const wide = cases.map((one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0));
    return fc.constantFrom(...cases, ...wide);
  }
  if (character === '-') return fc.constantFrom(...dashes);
  if (character === ' ') return fc.constantFrom(...blanks, '  ', ' \u00a0');
  if (character === '/') return fc.constantFrom('/', '\uff0f');
  return fc.constant(character);
}

/** What somebody may write who means this number or name; as short as the fields of numbers are. */
export function writingOf(meant: string, longest = 30): fc.Arbitrary<string> {
  const nothing = { weight: 7, arbitrary: fc.constant('') };
  const mark = fc.oneof(nothing, { weight: 1, arbitrary: fc.constantFrom(...invisible) });
  const edge = fc.oneof(nothing, { weight: 1, arbitrary: fc.constantFrom(...blanks) });
  return fc
    .tuple(edge, fc.tuple(...[...meant].map((one) => fc.tuple(anyOf(one), mark))), edge)
    .map(([before, inside, after]) => `${before}${inside.flat().join('')}${after}`)
    .filter((text) => text.length <= longest);
}

/** So many writings of any length, by a seed. */
export const writingsOf = (meant: string, count: number, seed: number) =>
  fc.sample(writingOf(meant, 200), { numRuns: count, seed });

/** Checks a property with so many members; a failure prints its seed. */
export function holds<Member>(
  numRuns: number,
  of: fc.Arbitrary<Member>,
  check: (one: Member) => Promise<void>,
) {
  return fc.assert(fc.asyncProperty(of, check), { numRuns });
}

export type Answer = {
  status: number;
  body: Record<string, unknown> & { code?: string; data?: { issues?: { path: string; message: string }[] } };
};

/** A request by path, for what the typed client does not know. */
export async function request(
  caller: Caller,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await caller.fetch(path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** A row once more by direct SQL, as a new record with these changes; keys are for the database to make. */
export async function copyRow(
  client: pg.ClientBase,
  table: string,
  { id, changes }: { id: string; changes: object },
): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname !~ '_key$'`,
    [table],
  );
  const copy = uuid();
  await client.query(
    `insert into ${table} (${rows[0]!.columns}) select ${rows[0]!.columns}
       from jsonb_populate_record(null::${table}, (select to_jsonb(t) || $2 from ${table} t where id = $1))`,
    [id, { id: copy, ...changes }],
  );
  return copy;
}
