import { sql } from 'kysely';
import { toRow } from '#platform/server/db/rows.ts';
import type { ImportKind } from '../contract.ts';
import type { ImportRun } from './import-run.ts';
import { tallyRows } from './kinds/import-kind.ts';
import { kindSql } from './kinds/kind-sql.ts';

/** What the whole of an upload would do, and how many of its rows are faulty. */
export type Report = Awaited<ReturnType<typeof writeReport>>;

/** Faults that other rows and records cause; they are looked for anew whenever those may have changed. */
const relativeFaults = ['unknown', 'repeated', 'taken'];

/** Compares the staged rows with one another and with the master, and counts. */
export async function writeReport(run: ImportRun, upload: { id: string; kind: ImportKind }) {
  const kind = kindSql[upload.kind];
  await run.db
    .deleteFrom('import_faults')
    .where('import_id', '=', upload.id)
    .where('code', 'in', relativeFaults)
    .execute();
  await sql`select imports__analyze()`.execute(run.db);
  for (const found of kind.faults(upload.id))
    await sql`
      insert into import_faults (import_id, row_number, field, code, found, wanted) ${found} order by row_number
    `.execute(run.db);
  const { rows } = await sql<{ rowCount: number; faultyCount: number }>`
    select (select count(*) from import_rows where import_id = ${upload.id}) as "rowCount",
           (select count(distinct row_number) from import_faults where import_id = ${upload.id}) as "faultyCount"
  `.execute(run.db);
  return { ...rows[0]!, ...(await tallyRows(run.db, kind, upload.id)) };
}

/** Shows the report, and waits for a decision on it. */
export async function showReport(run: ImportRun, report: Report, failure: string | null): Promise<void> {
  await run.moveOn({ state: 'checked', ...toRow(report), failure });
}
