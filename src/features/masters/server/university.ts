import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Language } from '#shared/languages.ts';
import { writtenLanguages } from '#shared/scripts.ts';

/**
 * As named on certificates, documents and /verify. `names` are those in other languages, in print order; `crestKey` is
 * the picture's key in the file store.
 */
export type University = {
  name: string;
  names: string[];
  /** Languages of the names, as tags (BCP 47). */
  languages: string[];
  place: string;
  crestKey: string | null;
};

/** Placeholder until the university is set up, so that documents can be tried out. */
const nobody: University = { name: 'University', names: [], languages: [], place: '', crestKey: null };

export async function findUniversity(db: Db): Promise<University> {
  const row = await db
    .selectFrom('university')
    .leftJoin('files', 'files.id', 'university.crest_file_id')
    .select(['name', 'names', 'place', 'files.storage_key'])
    .executeTakeFirst();
  if (!row) return nobody;
  const names = (row.names ?? {}) as Record<string, string>;
  const languages = Object.keys(writtenLanguages).filter((tag) => names[tag]);
  return {
    name: row.name,
    names: languages.map((tag) => names[tag]!),
    languages,
    place: row.place,
    crestKey: row.storage_key,
  };
}

/** The language of letters to candidates and colleges, who have no account. */
export async function languageOfUniversity(db: Db): Promise<Language> {
  const row = await db.selectFrom('university').select('language').executeTakeFirst();
  return (row?.language ?? 'en') as Language;
}

export async function findSignature(db: Db, language: Language): Promise<string | null> {
  const row = await db.selectFrom('university').select(['name', 'names']).executeTakeFirst();
  return (row?.names as Record<string, string> | null | undefined)?.[language] ?? row?.name ?? null;
}

/** Colour of lines and headings in its documents, `#rrggbb`; null if not set. */
export async function findAccentColour(db: Db): Promise<string | null> {
  const row = await db.selectFrom('university').select('accent_colour').executeTakeFirst();
  return row?.accent_colour ?? null;
}

/** Null if the university has no crest. */
export async function readCrest(
  { files }: Pick<Services, 'files'>,
  { crestKey }: University,
): Promise<Uint8Array | null> {
  return crestKey === null ? null : files.getBytes(crestKey);
}

/** 15 working days, the usual promise of universities, as the default. */
const usualDays = 21;

/** Days from receipt of an application until its certificate is ready. */
export async function findReadyAfterDays(db: Db): Promise<number> {
  const row = await db.selectFrom('university').select('ready_after_days').executeTakeFirst();
  return row?.ready_after_days ?? usualDays;
}
