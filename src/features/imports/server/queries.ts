import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { SheetFormat } from '#shared/sheet-format.ts';
import type {
  ColumnMapping,
  Fault,
  FaultCode,
  FaultKind,
  Import,
  ImportDetail,
  ImportKind,
  ImportState,
  Progress,
} from '../contract.ts';

export async function listImports(db: Db, input: { of: ImportKind } & PageRequest) {
  const page = await readPage(
    importRows(db).where('imports.kind', '=', input.of),
    {
      column: 'imports.uploaded_at',
      type: 'timestamptz',
      id: 'imports.id',
      idType: 'uuid',
      direction: 'desc',
    },
    input,
  );
  return { rows: page.rows.map(toImport), nextCursor: page.nextCursor };
}

export async function getImport(db: Db, id: string): Promise<ImportDetail> {
  const row = await importRows(db)
    .select(['imports.columns', 'imports.samples', 'imports.sheet_name', 'imports.ignored_sheets'])
    .select(['imports.progress', 'import_files.headers'])
    .where('imports.id', '=', id)
    .executeTakeFirst();
  if (!row) throw domainError('imports.not_found');
  const state = row.state as ImportState;
  const isRunning = state === 'checking' || state === 'committing';
  const waiting: Progress = {
    step: 'waiting',
    rowsDone: 0,
    rowsTotal: null,
    rowsPerSecond: 0,
    secondsLeft: null,
  };
  return {
    ...toImport(row),
    files: await listFiles(db, id),
    headers: row.headers,
    samples: row.samples as string[][],
    columns: row.columns as ColumnMapping,
    sheetName: row.ignored_sheets > 0 ? row.sheet_name : null,
    ignoredSheets: row.ignored_sheets,
    progress: isRunning ? ((row.progress as Progress | null) ?? waiting) : null,
    faultKinds: row.faulty_count ? await listFaultKinds(db, id) : [],
  };
}

export async function listImportFaults(db: Db, { id, ...page }: { id: string } & PageRequest) {
  const upload = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst();
  if (!upload) throw domainError('imports.not_found');
  const { rows, nextCursor } = await readPage(
    db
      .selectFrom('import_faults')
      .select(['id', 'row_number', 'field', 'code', 'found', 'wanted'])
      .where('import_id', '=', id),
    { column: 'row_number', type: 'integer', id: 'id', idType: 'bigint', direction: 'asc' },
    page,
  );
  return { rows: rows.map(toFault), nextCursor };
}

/** The upload's own row, locked until the transaction ends, with what its commands look at. */
export async function lockImport(db: Db, id: string) {
  const row = await importRows(db)
    .select(['imports.columns', 'import_files.headers', 'import_files.format'])
    .where('imports.id', '=', id)
    .forUpdate('imports')
    .executeTakeFirst();
  if (!row) throw domainError('imports.not_found');
  return {
    ...toImport(row),
    columns: row.columns as ColumnMapping,
    headers: row.headers,
    format: row.format as SheetFormat,
  };
}

export type LockedImport = Awaited<ReturnType<typeof lockImport>>;

function importRows(db: Db) {
  return db
    .selectFrom('imports')
    .innerJoin('import_files', (join) =>
      join.onRef('import_files.import_id', '=', 'imports.id').on('import_files.position', '=', 0),
    )
    .innerJoin('staff as uploader', 'uploader.id', 'imports.uploaded_by')
    .leftJoin('staff as committer', 'committer.id', 'imports.committed_by')
    .select([
      'imports.id',
      'imports.kind',
      'imports.state',
      'imports.uploaded_at',
      'imports.committed_at',
      'imports.row_count',
      'imports.new_count',
      'imports.changed_count',
      'imports.unchanged_count',
      'imports.faulty_count',
      'imports.failure',
      'import_files.original_name',
      'uploader.name as uploader_name',
      'committer.name as committer_name',
    ]);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof importRows>['executeTakeFirstOrThrow']>>;

function toImport(row: ImportRow): Import {
  return {
    id: row.id,
    kind: row.kind as ImportKind,
    state: row.state as ImportState,
    fileName: row.original_name,
    uploadedBy: row.uploader_name,
    uploadedAt: row.uploaded_at.toISOString(),
    committedBy: row.committed_at && row.committer_name,
    committedAt: row.committed_at?.toISOString() ?? null,
    rowCount: row.row_count,
    newCount: row.new_count,
    changedCount: row.changed_count,
    unchangedCount: row.unchanged_count,
    faultyCount: row.faulty_count,
    failure: row.failure,
  };
}

async function listFiles(db: Db, importId: string): Promise<ImportDetail['files']> {
  const rows = await db
    .selectFrom('import_files')
    .innerJoin('staff', 'staff.id', 'import_files.uploaded_by')
    .select(['original_name', 'format', 'byte_size', 'sha256', 'uploaded_at', 'refusal', 'staff.name'])
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    name: row.original_name,
    format: row.format as SheetFormat,
    byteSize: row.byte_size,
    sha256: row.sha256,
    uploadedBy: row.name,
    uploadedAt: row.uploaded_at.toISOString(),
    refusal: row.refusal,
  }));
}

async function listFaultKinds(db: Db, importId: string): Promise<FaultKind[]> {
  const rows = await db
    .selectFrom('import_faults')
    .select(['field', 'code'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['field', 'code'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('field')
    .orderBy('code')
    .execute();
  return rows.map((row) => ({ ...row, code: row.code as FaultCode }));
}

function toFault(row: {
  id: number;
  row_number: number;
  field: string | null;
  code: string;
  found: string;
  wanted: string;
}): Fault {
  return {
    id: row.id,
    rowNumber: row.row_number,
    field: row.field,
    code: row.code as FaultCode,
    found: row.found,
    wanted: row.wanted,
  };
}
