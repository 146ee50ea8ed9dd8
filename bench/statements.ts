import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The statements that `work` sends, in order: the very text that the portal's own code writes. */
export async function recordStatements(
  pool: pg.Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  await work(db as unknown as Db);
  return statements;
}

/** Sends them again through the driver alone. */
export async function replayStatements(pool: pg.Pool, statements: Statement[]): Promise<void> {
  for (const { sql, parameters } of statements) await pool.query(sql, [...parameters]);
}
