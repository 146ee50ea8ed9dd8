import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { type EntrySource, entrySources } from '../declared/named-masters.ts';

/** The tables of the records that declared fields refer to, with the column of the name and one shown beside it. */
export const sourceTables = {
  colleges: { table: 'colleges', name: 'code', beside: 'name' },
  courses: { table: 'courses', name: 'name', beside: 'degree_title' },
  certificateTypes: { table: 'certificate_types', name: 'name', beside: null },
  papers: { table: 'papers', name: 'code', beside: 'name' },
  numberSeries: { table: 'number_series', name: 'name', beside: 'pattern' },
} as const satisfies Record<EntrySource, { table: string; name: string; beside: string | null }>;

type Choice = { value: string; label: string };

/** The names of every source, for the selects of forms. */
export async function listNames(db: Db): Promise<Record<EntrySource, Choice[]>> {
  const lists = entrySources.map(async (source) => {
    const { table, name, beside } = sourceTables[source];
    const label = beside ? sql`concat_ws(' – ', ${sql.ref(name)}, ${sql.ref(beside)})` : sql.ref(name);
    const { rows } = await sql<Choice>`
      select ${sql.ref(name)} as value, ${label} as label from ${sql.table(table)} order by 1`.execute(db);
    return [source, rows] as const;
  });
  return Object.fromEntries(await Promise.all(lists)) as Record<EntrySource, Choice[]>;
}
