import { Kysely, PostgresDialect, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { DB } from './tables.ts';

/** The records that a person may access: one college's, or all. */
export type Scope = { collegeId: string | null };

/** The database of a request is narrowed to the person's college; see `inCollege`. */
export type Db = Kysely<DB>;

// int8 (counts, sequences) fits a JavaScript number here; dates stay `yyyy-mm-dd` strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export function createDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** A query of a table that selects nothing yet. */
// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
export type QueryOf<Table extends keyof DB> = SelectQueryBuilder<DB, Table, {}>;

/** Any list query: paging only adds order, limit and start. */
export type ListQuery<Row> = SelectQueryBuilder<DB, never, Row>;

/** The found rows aliased as their table, so that joins for display apply to them alone. */
export function rowsFound<Table extends keyof DB>(
  db: Db,
  found: ListQuery<object>,
  table: Table,
): QueryOf<Table> {
  // Kysely types a subquery by its selection; a list selects the columns of its table.
  return db.selectFrom(found.as(table)) as unknown as QueryOf<Table>;
}

/** The number of rows of a query, whatever it selects. */
export function countRows(query: ListQuery<unknown>): Promise<{ count: number }> {
  return query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

/** Whether a query finds any row, whatever it selects. */
export async function hasRows(query: ListQuery<unknown>): Promise<boolean> {
  const found = await query.clearSelect().select(sql`1`.as('one')).limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * The words of a name, which a search finds in any order. A number is one term, and so are initials with one name: their
 * letters are in every other name.
 */
function wordsOf(term: string): string[] {
  const words = term.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const names = words.filter(
    (word) => !/\p{N}/u.test(word) && word.replace(/[^\p{L}\p{M}]/gu, '').length > 2,
  );
  return names.length < 2 ? [term] : words;
}

/**
 * The form in which the database compares a search term with texts, which every search by an index needs; of a name the
 * forms of its words, with blanks between them.
 */
export async function searchForm(db: Db, term: string): Promise<string> {
  if (/^[a-z0-9]*$/.test(term)) return term;
  const { rows } = await sql<{ forms: string[] }>`
    select array(select search_form(word) from unnest(${wordsOf(term)}::text[]) with ordinality as w (word, place) order by place) as forms`.execute(
    db,
  );
  return rows[0]!.forms.join(' ');
}

/** Whether the texts contain the term as typed, in any writing of either; for rows that need no index. */
export function hasTerm(texts: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  if (term === '') return sql<boolean>`true`;
  const form = sql`search_form(concat_ws(E'\n', ${texts}))`;
  const words = wordsOf(term).map((word) => sql`strpos(${form}, search_form(${word})) > 0`);
  return sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** Whether a column has one of these ids. */
export function isAmong(column: string, ids: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}

/** A LIKE pattern that matches the term literally, anywhere. */
export function containsPattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Names in their order, without regard to case and accents; a list declares it as its column's type. */
export function byName(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate name_order`;
}

/** `convocationFee` → `convocation_fee`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/**
 * The column types that a field accepts: Date for a moment, plain text for a choice; the contract validates the output.
 */
type ColumnFor<Field> = Field extends string
  ? string | Date
  : Field extends readonly (infer Item extends string)[]
    ? readonly (Item | string)[]
    : Field;

type RowFor<Fields, Given> = {
  [Name in Exclude<keyof Fields, keyof Given> as SnakeCase<Name & string>]: ColumnFor<Fields[Name]>;
};

/** A database row as the contract's record: each field from the column of its name, unless it is in `given`. */
export function fromRow<Schema extends z.ZodObject, Given extends Partial<z.output<Schema>>>(
  schema: Schema,
  row: RowFor<z.output<Schema>, Given>,
  given?: Given,
): z.output<Schema> {
  const columns = row as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const [name, column] of columnsOf(schema)) {
    const value = columns[column];
    fields[name] = value instanceof Date ? value.toISOString() : value;
  }
  // The types above say that every field is there.
  return { ...fields, ...given } as z.output<Schema>;
}

/** Entered values under their column names. */
export function toRow<Entry extends object>(
  entry: Entry,
): { [Name in keyof Entry as SnakeCase<Name & string>]: Entry[Name] } {
  const columns = Object.entries(entry).map(([name, value]) => [snakeCase(name), value]);
  return Object.fromEntries(columns);
}

const known = new WeakMap<z.ZodObject, [name: string, column: string][]>();

function columnsOf(schema: z.ZodObject): [name: string, column: string][] {
  const columns = known.get(schema) ?? Object.keys(schema.shape).map((name) => [name, snakeCase(name)]);
  known.set(schema, columns);
  return columns;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
