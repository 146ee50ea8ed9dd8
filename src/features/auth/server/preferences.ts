import type { Db } from '#server/db/database.ts';
import type { Density, Preferences } from '#shared/preferences.ts';

/** Of who never chose anything. */
const defaults: Preferences = { density: 'comfortable' };

export async function findPreferences(db: Db, staffId: string): Promise<Preferences> {
  const stored = await db
    .selectFrom('staff_preferences')
    .select('density')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return toPreferences(stored?.density ?? null);
}

/** From the columns of a left join: null is no row. */
export function toPreferences(density: string | null): Preferences {
  return density === null ? defaults : { density: density as Density };
}
