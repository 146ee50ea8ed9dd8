import type { Db } from '#platform/server/db/database.ts';
import type { Language } from '#shared/languages.ts';
import type { Density, Preferences } from '#shared/preferences.ts';

/** For people who have chosen nothing yet. */
const defaults: Preferences = {
  density: 'comfortable',
  language: null,
  letterKeys: true,
  scannerPreamble: '',
  stepsSeen: false,
  listViews: {},
};

export async function findPreferences(db: Db, staffId: string): Promise<Preferences> {
  const stored = await db
    .selectFrom('staff_preferences')
    .selectAll()
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return stored ? toPreferences(stored) : defaults;
}

export async function languageOfPerson(
  db: Db,
  staffId: string,
  otherwise: Language = 'en',
): Promise<Language> {
  return (await findPreferences(db, staffId)).language ?? otherwise;
}

/** From the columns of a left join: if density is null, there is no row. */
export function toPreferences(row: {
  density: string | null;
  language: string | null;
  letter_keys: boolean | null;
  scanner_preamble: string | null;
  steps_seen: boolean | null;
  list_views: unknown;
}): Preferences {
  if (row.density === null) return defaults;
  return {
    density: row.density as Density,
    language: row.language as Language | null,
    letterKeys: row.letter_keys ?? defaults.letterKeys,
    scannerPreamble: row.scanner_preamble ?? defaults.scannerPreamble,
    stepsSeen: row.steps_seen ?? defaults.stepsSeen,
    listViews: (row.list_views ?? defaults.listViews) as Preferences['listViews'],
  };
}
