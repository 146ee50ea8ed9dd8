import { command } from '#server/command.ts';
import type { Preferences } from '#shared/preferences.ts';
import { staffRecord } from '../people.ts';
import { findPreferences } from '../preferences.ts';

/** Keeps what the person prefers, for all devices. */
export const savePreferences = command(
  'savePreferences',
  async ({ db, actor, audit }, preferences: Preferences) => {
    const before = await findPreferences(db, actor.id);
    await db
      .insertInto('staff_preferences')
      .values({ staff_id: actor.id, ...preferences })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(preferences))
      .execute();
    audit({ event: 'auth.preferences_saved', record: staffRecord(actor), before, after: preferences });
    return preferences;
  },
);
