import { type Db, fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { SavedView } from '#shared/saved-view.ts';

/** The person's own views, by name. */
export async function listSavedViews(db: Db, staffId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('list')
    .orderBy('name')
    .execute();
  return rows.map((row) => fromRow(SavedView, row));
}

/** Another person's view counts as not found. */
export async function lockSavedView(
  db: Db,
  { id, staffId }: { id: string; staffId: string },
): Promise<Omit<SavedView, 'id'>> {
  const view = await db
    .selectFrom('saved_views')
    .select(['list', 'name', 'address'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst();
  if (!view) throw domainError('auth.view_not_found');
  return view;
}
