import { sql } from 'kysely';
import { toRow } from '#platform/server/db/database.ts';
import type { ImportRun } from './import-run.ts';
import { kindSql } from './kinds/kind-sql.ts';
import type { Upload } from './queries.ts';
import { swappedDates } from './swapped-dates.ts';

/** What the upload would do, and how many of its rows are faulty. */
export type Report = Awaited<ReturnType<typeof writeReport>>;

/** Faults that depend on other rows and records, so each comparison looks for them again. */
const relativeFaults = ['unknown', 'repeated', 'taken', 'swapped'];

/** What the faultless rows would do to the master; `masterState` is a fingerprint of the records they match. */
type Tally = Record<'newCount' | 'changedCount' | 'unchangedCount', number> & {
  newTotal: number | null;
  masterState: string;
};

type CheckedUpload = Pick<Upload, 'id' | 'kind' | 'columns'>;

/** Compares the staged rows with one another and with the master, and counts. */
export async function writeReport(run: ImportRun, upload: CheckedUpload) {
  const { faults, findFaults, matched, differs, counts = sql`null::bigint` } = kindSql[upload.kind];
  await run.db
    .deleteFrom('import_faults')
    .where('import_id', '=', upload.id)
    .where('code', 'in', relativeFaults)
    .execute();
  await sql`select imports__analyze()`.execute(run.db);
  for (const found of [...faults(upload.id), ...swappedDates(upload)])
    await sql`
      insert into import_faults (import_id, row_number, field, code, found, wanted) ${found} order by row_number
    `.execute(run.db);
  const others = (await findFaults?.(run.db, upload.id)) ?? [];
  if (others.length > 0)
    await run.db
      .insertInto('import_faults')
      .values(others.map((fault) => ({ import_id: upload.id, ...fault })))
      .execute();
  const { rows } = await sql<Record<'rowCount' | 'faultyCount' | 'warningCount', number>>`
    select (select count(*) from import_rows where import_id = ${upload.id}) as "rowCount",
           count(distinct row_number) filter (where level = 'error') as "faultyCount",
           count(*) filter (where level = 'warning' and accepted_at is null) as "warningCount"
      from import_faults where import_id = ${upload.id}
  `.execute(run.db);
  const tally = await sql<Tally>`
    select count(*) filter (where m.id is null) as "newCount",
           count(*) filter (where m.id is not null and ${differs}) as "changedCount",
           count(*) filter (where m.id is not null and not ${differs}) as "unchangedCount",
           sum(${counts}) filter (where m.id is null)::bigint as "newTotal",
           coalesce(sum(hashtextextended(m.id::text || m.version, 0)), 0)::text as "masterState"
      from ${matched}
     where r.import_id = ${upload.id} and not exists (
             select from import_faults f
              where f.import_id = r.import_id and f.row_number = r.row_number and f.level = 'error'
           )`.execute(run.db);
  return { ...rows[0]!, ...tally.rows[0]! };
}

export async function showReport(run: ImportRun, report: Report, failure: string | null): Promise<void> {
  await run.moveOn({ state: 'checked', ...toRow(report), failure });
}
