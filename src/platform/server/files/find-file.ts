import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { FileKind } from '#shared/file-kinds.ts';

const columns = [
  'files.id',
  'files.original_name',
  'files.storage_key',
  'files.original_key',
  'files.thumbnail_key',
] as const;

/** The kind of a file, which decides who may read it; null if it does not exist. */
export async function kindOfFile(db: Db, id: string): Promise<FileKind | null> {
  const file = await db.selectFrom('files').select('kind').where('id', '=', id).executeTakeFirst();
  return (file?.kind as FileKind | undefined) ?? null;
}

/**
 * A file that the person may read: one of an application, a sheet, a demand draft or a reprint request in their scope,
 * an invoice of the stock, which is not scoped, or their own upload from where they work now.
 */
export async function findFile(db: Db, actor: Actor, { id, kind }: { id: string; kind: FileKind }) {
  const inUse = await findInUse(db, { id, kind });
  if (inUse) return inUse;
  return db
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where('files.uploaded_by', '=', actor.id)
    .where('files.college_id', 'is not distinct from', actor.scope.collegeId)
    .executeTakeFirst();
}

function findInUse(db: Db, { id, kind }: { id: string; kind: FileKind }) {
  switch (kind) {
    case 'invoice':
      return findInvoice(db, id);
    case 'error_photo':
      return db
        .selectFrom('reprint_requests')
        .innerJoin('files', 'files.id', 'reprint_requests.error_photo_file_id')
        .select(columns)
        .where('files.id', '=', id)
        .executeTakeFirst();
    case 'declaration':
      return db
        .selectFrom('reprint_requests')
        .innerJoin('files', 'files.id', 'reprint_requests.declaration_file_id')
        .select(columns)
        .where('files.id', '=', id)
        .executeTakeFirst();
    case 'receipt':
      return findReceipt(db, id);
    case 'template_scan':
      return db
        .selectFrom('templates')
        .innerJoin('files', 'files.id', 'templates.scan_file_id')
        .select(columns)
        .where('files.id', '=', id)
        .executeTakeFirst();
    // Everyone who reads the master sees its history too, including former pictures.
    case 'crest':
    case 'signature':
      return db.selectFrom('files').select(columns).where('files.id', '=', id).executeTakeFirst();
    case 'photo':
      return findPhoto(db, id);
  }
}

async function findInvoice(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where((where) =>
      where.or([
        where.exists(where.selectFrom('blank_receipts').select('id').where('invoice_file_id', '=', id)),
        where.exists(where.selectFrom('ink_receipts').select('id').where('invoice_file_id', '=', id)),
      ]),
    )
    .executeTakeFirst();
}

/** The photo of an application in the person's scope, or one printed on a sheet of a certificate in it. */
async function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where((where) =>
      where.or([
        where.exists(db.selectFrom('applications').select('applications.id').where('photo_file_id', '=', id)),
        where.exists(
          db
            .selectFrom('certificates')
            .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
            .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
            .select('certificates.id')
            .where('sheet_facts.photo_file_id', '=', id),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** The receipt of a demand draft in the person's scope, or of one that pays for an application in it. */
async function findReceipt(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where((where) =>
      where.or([
        where.exists(
          db.selectFrom('demand_drafts').select('demand_drafts.id').where('receipt_file_id', '=', id),
        ),
        where.exists(
          db
            .selectFrom('applications')
            .innerJoin('allocations', 'allocations.application_id', 'applications.id')
            .innerJoin('demand_drafts', 'demand_drafts.id', 'allocations.demand_draft_id')
            .select('applications.id')
            .where('demand_drafts.receipt_file_id', '=', id),
        ),
      ]),
    )
    .executeTakeFirst();
}
