import { Kysely, PostgresDialect, type SelectQueryBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Scope } from '#platform/server/actor.ts';
import type { DB } from './tables.ts';

/** Tables whose rows belong to a college … */
export type ScopedTable =
  | 'application_changes'
  | 'applications'
  | 'bundles'
  | 'certificate_changes'
  | 'certificates'
  | 'dashboard_deltas'
  | 'dashboard_totals'
  | 'demand_drafts'
  | 'deposit_slips'
  | 'fee_totals'
  | 'print_runs'
  | 'reprint_requests'
  | 'student_changes'
  | 'students';
/** … and those that are read only through them, by a join. */
type DependentTable =
  | 'allocations'
  | 'application_leases'
  | 'files'
  | 'hand_overs'
  | 'print_files'
  | 'refunds'
  | 'sheets';

/**
 * The database as features see it. A plain `selectFrom('applications')` does not compile: scoped tables are
 * read through `inScope`, so a forgotten check is a type error. Writes go by the id of a row that was read so.
 */
export type Db = Omit<Kysely<DB>, 'selectFrom' | 'transaction'> &
  Pick<Kysely<Omit<DB, ScopedTable | DependentTable>>, 'selectFrom'>;

/** Starts a query over the rows of a table that the scope includes. */
export function inScope<Table extends ScopedTable>(
  db: Db,
  scope: Scope,
  table: Table,
  // biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
): SelectQueryBuilder<DB, Table, {}> {
  const query = unscoped(db).selectFrom(table as ScopedTable);
  const scoped =
    scope.collegeId === null ? query : query.where(sql.ref(`${table}.college_id`), '=', scope.collegeId);
  // biome-ignore lint/complexity/noBannedTypes: see above
  return scoped as unknown as SelectQueryBuilder<DB, Table, {}>;
}

/** The logs of what happened to the rows of a long list; what they are for is said at their tables. */
const changeLogs = {
  applications: 'application_changes',
  certificates: 'certificate_changes',
  students: 'student_changes',
} as const;

/** The log of a table's changes in the table's name, so that the filters of a list hold for both. */
export function changesInScope<Table extends keyof typeof changeLogs>(
  db: Db,
  scope: Scope,
  table: Table,
): SelectQueryBuilder<DB, Table, unknown> {
  const query = unscoped(db).selectFrom(`${changeLogs[table]} as ${table}` as ScopedTable);
  const scoped =
    scope.collegeId === null ? query : query.where(sql.ref(`${table}.college_id`), '=', scope.collegeId);
  // The log has the columns by which a list is narrowed, in the table's name.
  return scoped as unknown as SelectQueryBuilder<DB, Table, unknown>;
}

/** The same database without the guard; for plumbing that has checked by other means, and for the seeds. */
export function unscoped(db: Db): Kysely<DB> {
  return db as unknown as Kysely<DB>;
}

/** A connection or a transaction as features see it. */
export function guarded(connection: Kysely<DB>): Db {
  // The guard is in the types alone.
  return connection as unknown as Db;
}

// int8 (counts, sequences) fits a JavaScript number here; dates stay `yyyy-mm-dd` strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

type Background = { db: Db; onFailure(error: unknown, what: string): void };

const backgrounds = new WeakMap<object, Background>();

/** `background` is where slow work goes that a reader starts and does not wait for. */
export function createDb(pool: pg.Pool, { background }: { background?: Background } = {}): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  if (background) backgrounds.set(db, background);
  return db;
}

/** Does slow work that nobody waits for, on connections other than the readers', and reports its failure. */
export async function inBackground(
  db: Db,
  what: string,
  work: (background: Kysely<DB>) => Promise<void>,
): Promise<void> {
  const background = backgrounds.get(db);
  try {
    await work(unscoped(background?.db ?? db));
  } catch (error) {
    if (!background) throw error;
    background.onFailure(error, what);
  }
}
