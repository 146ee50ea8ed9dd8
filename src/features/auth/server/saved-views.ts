import { byName, type Db, fromRow } from '#platform/server/db/database.ts';
import { SavedView } from '#shared/saved-view.ts';

/** The person's own views, by name. */
export async function listSavedViews(db: Db, staffId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('list')
    .orderBy(byName('name'))
    .execute();
  return rows.map((row) => fromRow(SavedView, row));
}
