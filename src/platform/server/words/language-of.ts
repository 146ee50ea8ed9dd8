import type { Db } from '#platform/server/db/database.ts';
import { type Language, languages } from '#shared/languages.ts';

/** The language of a member of staff's account; English by default. */
export async function languageOfPerson(db: Db, staffId: string): Promise<Language> {
  const row = await db
    .selectFrom('staff_preferences')
    .select('language')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return asLanguage(row?.language);
}

/** The language of letters to candidates and colleges, who have no account. */
export async function languageOfUniversity(db: Db): Promise<Language> {
  const row = await db.selectFrom('university').select('language').executeTakeFirst();
  return asLanguage(row?.language);
}

/** A column value, which may be empty, as a language. */
function asLanguage(kept: string | null | undefined): Language {
  return languages.find((language) => language === kept) ?? 'en';
}
