import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { fileDirectory } from './file-store.ts';
import { deleteBytes, forgetStored } from './stored-files.ts';

const dayInMilliseconds = 24 * 60 * 60 * 1_000;
const atOnce = 500;

/**
 * Removes what was uploaded and never saved with a record; an autosaved form may refer to it for thirty days. Crests and signatures
 * stay: the facts of printed sheets name them.
 */
export async function purgeUnattachedUploads(services: Services): Promise<number> {
  let purged = 0;
  for (;;) {
    const keys = await purgeSome(services);
    await deleteBytes(services, keys.files);
    purged += keys.uploads;
    if (keys.uploads < atOnce) return purged;
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
         where uploaded_at < now() - interval '31 days' and kind not in ('crest', 'signature') and ${unused} limit ${atOnce}
      )
      returning id, storage_key, original_key, thumbnail_key
    `.execute(unscoped(db));
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

/** From the constraints themselves, so that a new kind of record is not forgotten. */
async function referencesToFiles(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as "table", attname as "column"
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'files'::regclass
  `.execute(unscoped(db));
  if (rows.length === 0) throw new Error('No table refers to files.');
  return rows;
}

/** Files that a crash left before their row committed, or after it went. */
export async function purgeLeftOverFiles(services: Services): Promise<number> {
  let purged = 0;
  const before = Date.now() - dayInMilliseconds;
  for await (const keys of filesWithoutRow(services)) {
    for (const key of keys) {
      const file = path.join(fileDirectory(services.settings), key);
      const changedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      if (changedAt > before) continue;
      await rm(file, { force: true });
      purged += 1;
    }
  }
  return purged;
}

/** Keys of files that no row names, some at a time. */
export async function* filesWithoutRow(
  services: Pick<Services, 'db' | 'settings'>,
): AsyncGenerator<string[]> {
  let some: string[] = [];
  for await (const key of keysIn(fileDirectory(services.settings))) {
    some.push(key);
    if (some.length < atOnce) continue;
    yield await withoutRow(services.db, some);
    some = [];
  }
  yield await withoutRow(services.db, some);
}

async function withoutRow(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await unscoped(db).selectFrom('stored_files').select('key').where('key', 'in', keys).execute();
  const known = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}

async function* keysIn(directory: string, folder = ''): AsyncGenerator<string> {
  // A store that was never written to has no folder yet.
  const entries = await readdir(path.join(directory, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of entries) {
    const key = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* keysIn(directory, key);
    else yield key;
  }
}
