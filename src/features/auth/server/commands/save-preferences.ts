import { command } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import type { Preferences } from '#shared/preferences.ts';
import { recordOfActor } from '../people.ts';
import { findPreferences } from '../preferences.ts';

/** Saves the person's preferences for all devices. */
export const savePreferences = command(
  'savePreferences',
  async ({ db, actor, audit }, preferences: Preferences) => {
    const before = await findPreferences(db, actor.id);
    const columns = toRow({ ...preferences, listViews: JSON.stringify(preferences.listViews) });
    await db
      .insertInto('staff_preferences')
      .values({ staff_id: actor.id, ...columns })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(columns))
      .execute();
    audit({ event: 'auth.preferences_saved', ...recordOfActor(actor), before, after: preferences });
    return preferences;
  },
);
