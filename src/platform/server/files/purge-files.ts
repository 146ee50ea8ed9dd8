import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import type { StoredEntry } from './store-driver.ts';
import { deleteBytes, forgetStored } from './stored-files.ts';

const dayInMilliseconds = 24 * 60 * 60 * 1_000;
const batchSize = 500;

/**
 * Removes uploads that were never saved with a record; an autosaved form may refer to them for thirty days. Crests and
 * signatures stay, because the facts of printed sheets refer to them.
 */
export async function purgeUnattachedUploads(services: Services): Promise<number> {
  let purged = 0;
  for (;;) {
    const keys = await purgeSome(services);
    await deleteBytes(services, keys.files);
    purged += keys.uploads;
    if (keys.uploads < batchSize) return purged;
  }
}

async function purgeSome(services: Services): Promise<{ uploads: number; files: string[] }> {
  let uploads = 0;
  let files: string[] = [];
  await recordAsPortal(services, async (db, audit) => {
    const unused = sql.join(
      (await referencesToFiles(db)).map(
        ({ table, column }) =>
          sql`not exists (select from ${sql.table(table)} as user_of where user_of.${sql.ref(column)} = files.id)`,
      ),
      sql` and `,
    );
    const { rows } = await sql<{
      id: string;
      storage_key: string;
      original_key: string | null;
      thumbnail_key: string | null;
    }>`
      delete from files where id in (
        select id from files
         where uploaded_at < now() - interval '31 days' and kind not in ('crest', 'signature') and ${unused} limit ${batchSize}
      )
      returning id, storage_key, original_key, thumbnail_key
    `.execute(db);
    uploads = rows.length;
    if (uploads === 0) return;
    files = await forgetStored(
      db,
      rows.flatMap((row) => [row.storage_key, row.original_key, row.thumbnail_key]),
    );
    audit({
      event: 'files.purged',
      record: { type: 'file', id: rows[0]!.id, label: String(uploads) },
      before: { files: rows.map(({ id }) => id) },
    });
  });
  return { uploads, files };
}

/** From the foreign keys themselves, so that no new kind of record is forgotten. */
async function referencesToFiles(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as "table", attname as "column"
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'files'::regclass
  `.execute(db);
  if (rows.length === 0) throw new Error('No table refers to files.');
  return rows;
}

/** Removes files that a crash left before their row was committed, or after it was deleted. */
export async function purgeLeftOverFiles(services: Services): Promise<number> {
  let purged = 0;
  const before = Date.now() - dayInMilliseconds;
  for await (const { key, changedAt } of filesWithoutRow(services)) {
    if (changedAt.getTime() > before) continue;
    await services.files.place.delete(key);
    purged += 1;
  }
  return purged;
}

export async function* filesWithoutRow({
  db,
  files,
}: Pick<Services, 'db' | 'files'>): AsyncGenerator<StoredEntry> {
  let some: StoredEntry[] = [];
  for await (const entry of files.place.entries()) {
    some.push(entry);
    if (some.length < batchSize) continue;
    yield* await withoutRow(db, some);
    some = [];
  }
  yield* await withoutRow(db, some);
}

async function withoutRow(db: Db, entries: StoredEntry[]): Promise<StoredEntry[]> {
  if (entries.length === 0) return [];
  const keys = entries.map(({ key }) => key);
  const rows = await db.selectFrom('stored_files').select('key').where('key', 'in', keys).execute();
  const known = new Set(rows.map(({ key }) => key));
  return entries.filter(({ key }) => !known.has(key));
}
