import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { deleteBytes, forgetStored } from '#platform/server/files/stored-files.ts';
import type { Purge } from '#platform/server/jobs/purge.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';

/** Purges uploads that were never committed; committed ones are the evidence of what was written. */
export const importPurges: Purge[] = [
  {
    what: 'files and staged rows of bulk uploads that were cancelled or refused, or lay untouched',
    after: '90 days',
    how: 'rows of `import_rows` and `import_faults`, files of the store; the upload stays in its list; audit event `imports.purged`',
    run: purgeImports,
  },
];

const finished = ['cancelled', 'refused', 'mapping', 'checked'];

async function purgeImports(services: Services): Promise<number> {
  const old = await services.db
    .selectFrom('imports')
    .innerJoin('import_files', 'import_files.import_id', 'imports.id')
    .select('imports.id')
    .distinct()
    .where('imports.state', 'in', finished)
    .where('import_files.storage_key', 'is not', null)
    .groupBy('imports.id')
    .having((eb) => eb(eb.fn.max('import_files.uploaded_at'), '<', sql<Date>`now() - interval '90 days'`))
    .execute();
  for (const { id } of old) await deleteBytes(services, await purgeImport(services, id));
  return old.length;
}

async function purgeImport(services: Services, id: string): Promise<string[]> {
  let forgotten: string[] = [];
  await recordAsPortal(services, async (db, audit) => {
    const upload = await db
      .updateTable('imports')
      .set({ state: sql`case state when 'refused' then state else 'cancelled' end`, progress: null })
      .where('id', '=', id)
      .where('state', 'in', finished)
      .executeTakeFirst();
    // Somebody has continued it meanwhile.
    if (upload.numUpdatedRows === 0n) return;
    const files = await db
      .selectFrom('import_files')
      .select(['storage_key', 'original_name'])
      .where('import_id', '=', id)
      .orderBy('position')
      .execute();
    await db.deleteFrom('import_faults').where('import_id', '=', id).execute();
    await db.deleteFrom('import_rows').where('import_id', '=', id).execute();
    await db.updateTable('import_files').set({ storage_key: null }).where('import_id', '=', id).execute();
    forgotten = await forgetStored(
      db,
      files.map((file) => file.storage_key),
    );
    audit({
      event: 'imports.purged',
      record: { type: 'import', id, label: files[0]?.original_name ?? id },
      before: { files: forgotten.length },
    });
  });
  return forgotten;
}
