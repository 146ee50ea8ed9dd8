import { sql, type Updateable } from 'kysely';
import { type Db, fromRow, hasRows } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { readPage } from '#platform/server/db/page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Failure, PageRequest } from '#shared/fields.ts';
import {
  type ColumnMapping,
  Fault,
  FaultKind,
  Import,
  type ImportDetail,
  ImportFile,
  type ImportKind,
  type Progress,
} from '../contract.ts';
import { isOpeningKind } from '../opening-balances.ts';
import { isRunning } from '../rules.ts';

export const imports = listQueries({
  order: newestFirst('imports.uploaded_at', 'imports.id'),
  rows: (db, { of }: { of: ImportKind }) => importRows(db).where('imports.kind', '=', of),
  record: toImport,
});

const waiting: Progress = {
  step: 'waiting',
  rowsDone: 0,
  rowsTotal: null,
  rowsPerSecond: 0,
  secondsLeft: null,
};

export async function getImport(db: Db, id: string): Promise<ImportDetail> {
  const row = await importRows(db).where('imports.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('imports.not_found');
  const upload = toImport(row);
  return {
    ...upload,
    files: await listFiles(db, id),
    headers: row.headers,
    samples: row.samples as string[][],
    columns: row.columns as ColumnMapping,
    sheetName: row.ignored_sheets + row.hidden_sheets > 0 ? row.sheet_name : null,
    ignoredSheets: row.ignored_sheets,
    progress: isRunning(upload.state) ? ((row.progress as Progress | null) ?? waiting) : null,
    hiddenSheets: row.hidden_sheets,
    faultKinds: upload.state === 'checked' ? await listFaultKinds(db, id) : [],
    ...(await findProvenance(db, upload)),
  };
}

/** Who uploaded its files, and whether an application has been received since opening balances were due. */
async function findProvenance(db: Db, { id, kind }: Pick<Import, 'id' | 'kind'>) {
  const files = await db
    .selectFrom('import_files')
    .select('uploaded_by')
    .distinct()
    .where('import_id', '=', id)
    .orderBy('uploaded_by')
    .execute();
  const isAfterFirstApplication = isOpeningKind(kind) && (await hasRows(db.selectFrom('applications')));
  return { uploaderIds: files.map((file) => file.uploaded_by), isAfterFirstApplication };
}

type FaultsPage = { id: string; level?: Fault['level'] | undefined } & PageRequest;

export async function listImportFaults(db: Db, { id, level, ...page }: FaultsPage) {
  const upload = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst();
  if (!upload) throw domainError('imports.not_found');
  const faults = db
    .selectFrom('import_faults')
    .leftJoin('staff', 'staff.id', 'import_faults.accepted_by')
    .selectAll('import_faults')
    .select('staff.name as accepter_name')
    .where('import_id', '=', id)
    .$if(level !== undefined, (query) => query.where('level', '=', level!));
  const { rows, nextCursor } = await readPage(
    faults,
    {
      column: 'import_faults.row_number',
      type: 'integer',
      id: 'import_faults.id',
      idType: 'bigint',
      direction: 'asc',
    },
    page,
  );
  return { rows: rows.map((row) => fromRow(Fault, row, { acceptedBy: row.accepter_name })), nextCursor };
}

/** The upload, locked until the transaction ends, with what its commands need. */
export async function lockImport(db: Db, id: string) {
  const row = await importRows(db).where('imports.id', '=', id).forUpdate('imports').executeTakeFirst();
  if (!row) throw domainError('imports.not_found');
  const upload = toImport(row);
  return {
    ...upload,
    columns: row.columns as ColumnMapping,
    headers: row.headers,
    ...(await findProvenance(db, upload)),
  };
}

export async function readUpload(db: Db, id: string) {
  const row = await importRows(db).where('imports.id', '=', id).executeTakeFirstOrThrow();
  return { ...row, kind: row.kind as ImportKind, columns: row.columns as ColumnMapping };
}

export type Upload = Awaited<ReturnType<typeof readUpload>>;

/** Saves the result of the upload's current step and clears its progress; false if it is no longer in that state. */
export async function updateImport(
  db: Db,
  upload: { id: string; state: string },
  outcome: Updateable<DB['imports']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ progress: null, ...outcome })
    .where('id', '=', upload.id)
    .where('state', '=', upload.state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function importRows(db: Db) {
  return db
    .selectFrom('imports')
    .innerJoin('import_files', (join) =>
      join.onRef('import_files.import_id', '=', 'imports.id').on('import_files.position', '=', 0),
    )
    .innerJoin('staff as uploader', 'uploader.id', 'imports.uploaded_by')
    .leftJoin('staff as committer', 'committer.id', 'imports.committed_by')
    .selectAll('imports')
    .select(['import_files.original_name', 'import_files.headers'])
    .select(['uploader.name as uploader_name', 'committer.name as committer_name']);
}

function toImport(row: RowOf<typeof importRows>): Import {
  return fromRow(Import, row, {
    fileName: row.original_name,
    uploadedBy: row.uploader_name,
    committedBy: row.committed_at && row.committer_name,
    failure: row.failure as Failure | null,
  });
}

async function listFiles(db: Db, importId: string): Promise<ImportDetail['files']> {
  const rows = await db
    .selectFrom('import_files')
    .innerJoin('staff', 'staff.id', 'import_files.uploaded_by')
    .selectAll('import_files')
    .select('staff.name as uploader_name')
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
  return rows.map((row) =>
    fromRow(ImportFile, row, {
      name: row.original_name,
      uploadedBy: row.uploader_name,
      failure: row.failure as Failure | null,
    }),
  );
}

async function listFaultKinds(db: Db, importId: string): Promise<FaultKind[]> {
  const rows = await db
    .selectFrom('import_faults')
    .select(['field', 'level', 'code'])
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('accepted_at').as('accepted_count'),
    ])
    .where('import_id', '=', importId)
    .groupBy(['field', 'level', 'code'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('field')
    .orderBy('code')
    .execute();
  return rows.map((row) => fromRow(FaultKind, row));
}
