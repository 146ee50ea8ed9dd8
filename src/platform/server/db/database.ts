import { Kysely, PostgresDialect, type SelectQueryBuilder, sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { DB } from './tables.ts';

/** The records that a query may access: one college's, or all. Every query of scoped tables requires one. */
export type Scope = { collegeId: string | null };

/** The scope of the public verification page and of the portal's own jobs. */
export const wholeUniversity: Scope = { collegeId: null };

/** Tables whose rows belong to a college … */
export type ScopedTable =
  | 'allocations'
  | 'applications'
  | 'bundles'
  | 'certificates'
  | 'charges'
  | 'demand_drafts'
  | 'deposit_slips'
  | 'print_runs'
  | 'reprint_requests'
  | 'signing_batches'
  | 'students';
/** … and those that are read only through them, by a join. */
type DependentTable =
  | 'application_leases'
  | 'award_records'
  | 'certificates_off_roll'
  | 'contact_consents'
  | 'files'
  | 'hand_overs'
  | 'payments'
  | 'print_files'
  | 'refunds'
  | 'reopenings'
  | 'revocations'
  | 'roll_entries'
  | 'roll_members'
  | 'sheet_facts'
  | 'sheets'
  | 'signing_batch_sheets';

/**
 * The database as features see it. A plain `selectFrom('applications')` does not compile: scoped tables are read
 * through `inScope`, so a forgotten check is a type error. Writes use the id of a row read that way.
 */
export type Db = Omit<Kysely<DB>, 'selectFrom' | 'transaction'> &
  Pick<Kysely<Omit<DB, ScopedTable | DependentTable>>, 'selectFrom'>;

/** Starts a query over the rows of a table that the scope includes. */
export function inScope<Table extends ScopedTable>(
  db: Db,
  { collegeId }: Scope,
  table: Table,
  // biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
): SelectQueryBuilder<DB, Table, {}> {
  const query = unscoped(db).selectFrom(table as ScopedTable);
  const scoped = collegeId === null ? query : query.where(sql.ref(`${table}.college_id`), '=', collegeId);
  // biome-ignore lint/complexity/noBannedTypes: see above
  return scoped as unknown as SelectQueryBuilder<DB, Table, {}>;
}

/** The same database without the guard: for infrastructure that checks access by other means, and for the seeds. */
export function unscoped(db: Db): Kysely<DB> {
  return db as unknown as Kysely<DB>;
}

/** A connection or a transaction as features see it. */
export function guarded(connection: Kysely<DB>): Db {
  // The guard exists in the types only.
  return connection as unknown as Db;
}

// int8 (counts, sequences) fits a JavaScript number here; dates stay `yyyy-mm-dd` strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export function createDb(pool: pg.Pool): Db {
  return guarded(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }));
}

/** Any list query: paging only adds order, limit and start. */
export type ListQuery<Row> = SelectQueryBuilder<DB, never, Row>;

/** The found rows aliased as their table, so that joins for display apply to them alone. */
export function rowsFound<Table extends keyof DB>(
  db: Db,
  found: ListQuery<object>,
  table: Table,
  // biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
): SelectQueryBuilder<DB, Table, {}> {
  // Kysely types a subquery by its selection; a list selects the columns of its table.
  return unscoped(db).selectFrom(found.as(table)) as unknown as SelectQueryBuilder<
    DB,
    Table,
    Record<never, never>
  >;
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

/** A LIKE pattern that matches the term literally, anywhere; lower case. */
export function containing(term: string): string {
  return `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
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
