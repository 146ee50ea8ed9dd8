import { globSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { openClient } from '#platform/server/db/connections.ts';
import {
  faultOfPattern,
  formatNumber,
  hasLetters,
  numberKey,
  parsePattern,
  readNumber,
} from '#shared/number-pattern.ts';
import { numberText } from '#shared/number-text.ts';
import { pick, seeded } from './testing/random.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const product = globSync('src/{shared,platform,features,desks,app}/**/*.ts')
  .filter((file) => !/\.(?:test|testing|long)\.ts$|\/dev\/|\/tables\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const seed = Number(process.env.OWNER_SEED ?? Date.now() % 1e9);
const random = seeded(seed);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.ownerUrl, 'query');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Copied by the insert; a trigger repeats the copy when the original changes, or removes it with the original. */
const copied =
  /^(?:charges\.college_id|reprint_requests\.(?:college_id|candidate_name|exam_roll_number)|conversation_entries\.changes)$/;

test('what a trigger computes no command writes', async () => {
  const { rows } = await client.query<{ source: string; tables: string[] }>(`
    select prosrc as source, array(select distinct tgrelid::regclass::text from pg_trigger where tgfoid = p.oid) as tables
      from pg_proc p where pronamespace = 'public'::regnamespace and prosrc ~* '\\mupdate |new\\.\\w+ :='`);
  const computed = new Set(
    rows.flatMap(({ source, tables }) => [
      ...[...source.matchAll(/update (\w+)(?: \w+)?\s+set\s(.+?)(?:\s(?:from|where)\s|;)/gs)].flatMap(
        ([, table, set]) =>
          [...set!.replaceAll(/\([^()]*\)/g, '').matchAll(/(\w+) = /g)].map(
            ([, column]) => `${table}.${column}`,
          ),
      ),
      ...[...source.matchAll(/new\.(\w+) :=/g)].flatMap(([, column]) =>
        tables.map((table) => `${table}.${column}`),
      ),
    ]),
  );
  for (const sum of ['demand_drafts.allocated_amount', 'charges.paid_amount', 'applications.paid_amount'])
    expect(computed).toContain(sum);
  const written = [...computed]
    .filter((name) => !copied.test(name))
    .flatMap((name) => {
      const [table, column] = name.split('.') as [string, string];
      const field = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const write = new RegExp(
        `(?:(?:insertInto|updateTable)\\('${table}'\\).*?\\.execute|updateRow\\([^']*'${table}'.*?\\);|(?:insert into|update) ${table}\\b.*?(?:select|values|where|\`))`,
        'gs',
      );
      return product
        .filter(({ text }) =>
          [...text.matchAll(write)].some(([found]) =>
            new RegExp(`\\b(?:${column}|${field})(?:[:,)]| =)`).test(found),
          ),
        )
        .map(({ file }) => `${file}: ${name}`);
    });
  expect(written).toEqual([]);
});

test('SQL in TypeScript spells no text of a number and no key of a counter', () => {
  const spelled = /\S+ \|\| lpad\(|'(?:certificates|serial) '|`(?:certificates|serial) \$/g;
  const found = product.flatMap(({ file, text }) =>
    [...text.matchAll(spelled)].map(([part]) => `${file}: ${part}`),
  );
  expect(found).toEqual([]);
});

test(`a number of a series is the same text and key in SQL and TypeScript (OWNER_SEED=${seed})`, async () => {
  const characters = [..."aZ09/-. _\\~'"];
  for (let turn = 0; turn < 200; turn += 1) {
    const [prefix, n] = [pick(random, ['', 'R-', 'DS-', 'ABCD']), 1 + random(10 ** (1 + random(9)))];
    const text = Array.from({ length: random(12) }, () => pick(random, characters)).join('');
    const { rows } = await client.query('select number_text($1, $2) as text, number_key($3) as key', [
      prefix,
      n,
      text,
    ]);
    expect(rows[0], `${prefix} ${n} ${text}`).toEqual({ text: numberText(prefix, n), key: numberKey(text) });
  }
  const { rows } = await client.query(`select pg_get_expr(adbin, adrelid) as of from pg_attrdef
    where adrelid = 'deposit_slips'::regclass and pg_get_expr(adbin, adrelid) like '%number_text%'`);
  expect(rows[0].of).toContain(`'${formatSlipNumber(1).replace(/\d+$/, '')}'::text`);
});

test(`a number of a series is read the same in SQL and TypeScript (OWNER_SEED=${seed})`, async () => {
  const parts = ['A', 'Z1', '20', '/', '-', ' ', '{year}', '{yy1}', '{yy2}', '{type}', '{n}', '{n:4}'];
  for (let turn = 0; turn < 500; turn += 1) {
    const written = Array.from({ length: 2 + random(4) }, () => pick(random, parts)).join('');
    if (faultOfPattern(written, []) !== null) continue;
    const pattern = parsePattern(written);
    const facts = { year: 2001 + random(99), letters: pick(random, ['A', 'DEG']), n: 1 + random(99_999) };
    const number = formatNumber(pattern, facts);
    const { year, letters, n } = readNumber(pattern, number)!;
    const { rows } = await client.query('select * from read_number($1, $2)', [written, number.toLowerCase()]);
    const read = {
      year: /\{y/.test(written) ? year : null,
      letters: hasLetters(pattern) ? letters : null,
      n,
    };
    expect(rows, `${written}: ${number}`).toEqual([read]);
  }
});
