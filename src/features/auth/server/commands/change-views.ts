import { v7 as uuid } from 'uuid';
import type { sessionContract } from '#platform/contract/session.ts';
import { commandOf } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { recordOfActor } from '../people.ts';
import { listSavedViews } from '../saved-views.ts';

const command = commandOf<typeof sessionContract>();

export const addView = command('addView', async ({ db, actor, audit }, view) => {
  await db
    .insertInto('saved_views')
    .values({ id: uuid(), staff_id: actor.id, ...view })
    .execute();
  audit({ event: 'auth.view_saved', ...recordOfActor(actor), after: view });
  return { savedViews: await listSavedViews(db, actor.id) };
});

export const editView = command('editView', async ({ db, actor, audit }, { id, ...after }) => {
  const before = await lockView(db, id, actor.id);
  await db.updateTable('saved_views').set(after).where('id', '=', id).execute();
  audit({ event: 'auth.view_saved', ...recordOfActor(actor), before, after: { ...before, ...after } });
  return { savedViews: await listSavedViews(db, actor.id) };
});

export const deleteView = command('deleteView', async ({ db, actor, audit }, { id }) => {
  const before = await lockView(db, id, actor.id);
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
  audit({ event: 'auth.view_deleted', ...recordOfActor(actor), before });
  return { savedViews: await listSavedViews(db, actor.id) };
});

/** Another person's view counts as not found. */
async function lockView(db: Db, id: string, staffId: string) {
  const own = db.selectFrom('saved_views').where('id', '=', id).where('staff_id', '=', staffId);
  const view = await own.select(['list', 'name', 'address']).forUpdate().executeTakeFirst();
  if (!view) throw domainError('auth.view_not_found');
  return view;
}
