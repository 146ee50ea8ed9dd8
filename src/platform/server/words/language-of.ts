import { type Db, unscoped } from '#platform/server/db/database.ts';
import { type Language, languages } from '#shared/languages.ts';

/** The language that a member of staff chose for their account; English until then. */
export async function languageOfPerson(db: Db, staffId: string): Promise<Language> {
  const row = await unscoped(db)
    .selectFrom('staff_preferences')
    .select('language')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return asLanguage(row?.language);
}

/** In which the university writes to candidates and colleges, who have no account to say another. */
export async function languageOfUniversity(db: Db): Promise<Language> {
  const row = await unscoped(db).selectFrom('university').select('language').executeTakeFirst();
  return asLanguage(row?.language);
}

/** As a column holds it, which may be empty. */
function asLanguage(kept: string | null | undefined): Language {
  return languages.find((language) => language === kept) ?? 'en';
}
