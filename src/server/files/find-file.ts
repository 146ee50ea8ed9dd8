import type { Actor } from '#server/actor.ts';
import { type Db, inScope, unscoped } from '#server/db/database.ts';

/** A file that the person may see: one of an application in their scope, or one that they just uploaded. */
export async function findFile(db: Db, actor: Actor, id: string) {
  const columns = [
    'files.original_name',
    'files.media_type',
    'files.storage_key',
    'files.thumbnail_key',
  ] as const;
  const ofApplication = await inScope(db, actor.scope, 'applications')
    .innerJoin('files', (join) =>
      join.on((on) =>
        on.or([
          on('files.id', '=', on.ref('applications.photo_file_id')),
          on('files.id', '=', on.ref('applications.receipt_file_id')),
        ]),
      ),
    )
    .select(columns)
    .where('files.id', '=', id)
    .where((where) => where.or([where('photo_file_id', '=', id), where('receipt_file_id', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  if (ofApplication) return ofApplication;
  return unscoped(db)
    .selectFrom('files')
    .select(columns)
    .where('files.id', '=', id)
    .where('files.uploaded_by', '=', actor.id)
    .executeTakeFirst();
}
