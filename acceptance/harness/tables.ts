import type { Portal } from './portal.ts';

/** Tables that may grow by themselves: jobs, and what only says that somebody was here. */
const moving =
  /^(pgboss\.|public\.(sessions|throttles|.*access|.*_deltas$|.*_totals$|position_indexes|position_|.*_changes$))/;

/** Rows of every table, counted as the superuser, and how far each number series is. */
export async function countRows(portal: Portal): Promise<Record<string, number>> {
  const client = await portal.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows.filter((row) => !moving.test(row.name))) {
      const [schema, table] = name.split('.');
      const result = await client.query(`select count(*)::int as rows from "${schema}"."${table}"`);
      counts[name] = result.rows[0].rows;
    }
    return counts;
  } finally {
    await client.end();
  }
}
