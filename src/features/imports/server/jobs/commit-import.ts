import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { needsSecondPerson, writeChanges } from '#features/masters/server/changes.ts';
import { announce } from '#platform/server/command.ts';
import { type AuditEntry, appendAuditEvents } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type DomainError, domainError, failureOf, firstFieldError } from '#platform/server/domain-error.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { registered } from '#platform/server/registered.ts';
import { isOpeningKind } from '../../opening-balances.ts';
import { importCan } from '../../rules.ts';
import { type ImportRun, runImport } from '../import-run.ts';
import type { ImportKindSql, WrittenAtOnce } from '../kinds/import-kind.ts';
import { kindSql } from '../kinds/kind-sql.ts';
import { getImport, readUpload, type Upload, updateImport } from '../queries.ts';
import { type Report, showReport, writeReport } from '../report.ts';
import { maximumImportSeconds } from './check-import.ts';

const sliceRows = 10_000;

/** Writes all rows of a checked upload in one transaction, or none. */
export const commitImportJob: Job<{ importId: string }> = {
  name: 'commit-import',
  retryLimit: 2,
  expireInSeconds: maximumImportSeconds,
  async handle(services, { importId }, attempt) {
    const upload = await readUpload(services.db, importId);
    if (upload.state !== 'committing') return;
    try {
      await runImport(services, { id: importId, state: 'committing' }, (run) => commit(run, upload));
    } catch (error) {
      const ruling = refusalOf(error);
      if (ruling) {
        await updateImport(services.db, upload, { state: 'checked', failure: failureOf(ruling) });
        return;
      }
      const failure = failureOf(domainError('imports.unfinished'));
      if (attempt.isLast) await updateImport(services.db, upload, { state: 'checked', failure });
      throw error;
    }
  },
};

/** Errors of the master's own constraints, for example two people who hold one office at once. */
function refusalOf(error: unknown): DomainError | null {
  if (error instanceof ORPCError) return firstFieldError(error);
  const refused = registered.constraints[String((error as { constraint?: unknown }).constraint)];
  return refused ? domainError(typeof refused === 'string' ? refused : refused.code) : null;
}

/** Locks the master against writes until the end, so that it cannot change after it was compared; reads go on. */
async function commit(run: ImportRun, upload: Upload): Promise<void> {
  const kind = kindSql[upload.kind];
  const rowsTotal = upload.row_count ?? 0;
  run.report({ step: 'comparing', rowsDone: 0, rowsTotal });
  await (kind.lock ?? sql`lock table ${sql.table(kind.master)} in share row exclusive mode`).execute(run.db);
  const report = await writeReport(run, upload);
  const fault = hasChangedSinceSeen(report, upload)
    ? 'imports.master_changed'
    : await recheckCommitRule(run, upload);
  if (fault !== null) {
    await showReport(run, report, failureOf(domainError(fault)));
    return;
  }
  const at = new Date();
  const person = await findCommitter(run.db, upload);
  const changes = (await kind.changes?.(run.db, upload.id)) ?? [];
  if ('insert' in kind && !(await needsSecondPerson(run.db, changes))) {
    await writeRows(run, upload, { kind, report, at });
    await run.moveOn({ state: 'committed', committed_at: at, failure: null });
    // The file's rows are the evidence of what was written.
    const entries = [await importedEvent(run.db, upload, report)];
    await recordEvents(run.db, upload, { person, at, entries });
    return recordOpened(run, upload, { person, at });
  }
  const entries: AuditEntry[] = [];
  const making = { db: run.db, now: at, actor: person, audit: (entry: AuditEntry) => entries.push(entry) };
  const from = { origin: 'upload', label: upload.original_name } as const;
  const proposalId = await writeChanges(making, from, changes);
  const state = proposalId === null ? 'committed' : 'proposed';
  await run.moveOn({ state, committed_at: at, failure: null });
  const imported = proposalId === null ? [await importedEvent(run.db, upload, report)] : [];
  await recordEvents(run.db, upload, { person, at, entries: [...imported, ...entries] });
}

async function writeRows(
  run: ImportRun,
  upload: Upload,
  { kind, report, at }: { kind: ImportKindSql & WrittenAtOnce; report: Report; at: Date },
): Promise<void> {
  const rowsTotal = upload.row_count ?? 0;
  if (report.changedCount > 0) {
    const changed = sql`(
      select r.*, m.id as master_id from ${kind.matched}
       where r.import_id = ${upload.id} and m.id is not null and ${kind.differs}
    )`;
    for (const update of kind.updates(changed)) await update.execute(run.db);
  }
  let added = 0;
  if (report.newCount > 0) {
    for (const [index, slice] of (await slicesOf(run, upload.id)).entries()) {
      run.report({ step: 'writing', rowsDone: Math.min(rowsTotal, index * sliceRows), rowsTotal });
      const { numAffectedRows } = await kind.insert(upload.id, { ...slice, at }).execute(run.db);
      added += Number(numAffectedRows ?? 0);
    }
  }
  if (added !== report.newCount)
    throw new Error(`${added} records were added, ${report.newCount} were to be`);
  for (const statement of kind.follow?.(upload.id, at) ?? []) await statement.execute(run.db);
}

/** The first application may have been received since the button was pressed. */
async function recheckCommitRule({ db }: ImportRun, { id, committed_by }: Upload) {
  const upload = await getImport(db, id);
  const ruling = importCan.commit({ ...upload, state: 'checked' }, committed_by!);
  return ruling === 'imports.opening_over' || ruling === 'imports.own_upload' ? ruling : null;
}

function hasChangedSinceSeen(report: Report, upload: Upload): boolean {
  return (
    report.faultyCount > 0 ||
    report.warningCount > 0 ||
    report.newCount !== upload.new_count ||
    report.changedCount !== upload.changed_count ||
    report.masterState !== upload.master_state
  );
}

/** The row numbers at which slices begin; blank and omitted rows leave gaps. */
async function slicesOf(run: ImportRun, importId: string): Promise<{ first: number; end: number }[]> {
  const { rows } = await run.client.query<{ first: number }>(
    `select row_number as first
       from (select row_number, row_number() over (order by row_number) as place from import_rows where import_id = $1)
         as placed
      where place % $2 = 1
      order by row_number`,
    [importId, sliceRows],
  );
  return rows.map(({ first }, index) => ({ first, end: rows[index + 1]?.first ?? 2 ** 31 - 1 }));
}

async function findCommitter(db: Db, upload: Upload): Promise<Person> {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role'])
    .where('id', '=', upload.committed_by)
    .executeTakeFirstOrThrow();
}

async function importedEvent(db: Db, upload: Upload, report: Report): Promise<AuditEntry> {
  const files = await db
    .selectFrom('import_files')
    .select(['original_name as name', 'sha256'])
    .where('import_id', '=', upload.id)
    .where('is_read', '=', true)
    .orderBy('position')
    .execute();
  return {
    event: kindSql[upload.kind].event,
    record: { type: 'import', id: upload.id, label: upload.original_name },
    after: {
      added: report.newCount,
      changed: report.changedCount,
      unchanged: report.unchangedCount,
      ...(report.newTotal !== null && { total: report.newTotal }),
      files,
      ...(isOpeningKind(upload.kind) && (await isSetUpAlone(db, upload)) && { setUpAlone: true }),
    },
  };
}

type Person = { id: string; name: string; role: string };

async function recordEvents(
  db: Db,
  upload: Upload,
  { person, at, entries }: { person: Person; at: Date; entries: AuditEntry[] },
): Promise<void> {
  await announce(db, person.id, entries);
  const origin = {
    actorId: person.id,
    actorName: person.name,
    desk: person.role,
    requestId: upload.commit_request_id!,
    ip: upload.commit_ip,
    at,
  };
  await appendAuditEvents(db, origin, entries);
}

/** Slice by slice, because an opening balance may have tens of thousands of records. */
async function recordOpened(run: ImportRun, upload: Upload, by: { person: Person; at: Date }): Promise<void> {
  const { opened } = kindSql[upload.kind];
  if (!opened) return;
  const { event, type } = opened;
  for (const slice of await slicesOf(run, upload.id)) {
    const { rows } = await opened.records(upload.id, slice).execute(run.db);
    const entries = rows.map(
      ({ id, label, college_id: collegeId, after }): AuditEntry => ({
        ...{ event, record: { type, id, label }, collegeId, after },
      }),
    );
    await recordEvents(run.db, upload, { ...by, entries });
  }
}

/** Whether all files of the upload came from the person who saves it. */
async function isSetUpAlone(db: Db, { id, committed_by }: Upload): Promise<boolean> {
  const { uploaderIds } = await getImport(db, id);
  return uploaderIds.every((one) => one === committed_by);
}
