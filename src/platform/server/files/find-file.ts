import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { registered } from '#platform/server/registered.ts';
import type { FileKind } from '#shared/file-kinds.ts';

const columns = [
  'files.id',
  'files.original_name',
  'files.college_id',
  'files.storage_key',
  'files.original_key',
  'files.thumbnail_key',
] as const;

/** The kind of a file, which decides who may read it; null if it does not exist. */
export async function kindOfFile(db: Db, id: string): Promise<FileKind | null> {
  const file = await db.selectFrom('files').select('kind').where('id', '=', id).executeTakeFirst();
  return (file?.kind as FileKind | undefined) ?? null;
}

/** A file of a record in the person's scope, or their own upload from where they work now. */
export async function findFile(db: Db, actor: Actor, { id, kind }: { id: string; kind: FileKind }) {
  const uses = registered.files.filter((use) => use.kind === kind);
  return db
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where((where) =>
      where.or([
        where.and([
          where('files.uploaded_by', '=', actor.id),
          where('files.college_id', 'is not distinct from', actor.scope.collegeId),
        ]),
        ...uses.map(({ records }) => where.exists(records(db, id))),
      ]),
    )
    .executeTakeFirst();
}
