import type { Services } from '#platform/server/context.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { writtenLanguages } from '#shared/scripts.ts';

/**
 * As certificates, papers and /verify name it; `names` are those in other languages, in the order in which they are printed,
 * `crestKey` names the picture in the file store.
 */
export type University = {
  name: string;
  names: string[];
  /** Of the names, by their tags (BCP 47). */
  languages: string[];
  place: string;
  crestKey: string | null;
};

/** Before it is set up, papers can be tried out, but say of nobody whose they are. */
const nobody: University = { name: 'University', names: [], languages: [], place: '', crestKey: null };

export async function findUniversity(db: Db): Promise<University> {
  const row = await unscoped(db)
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

/** `#rrggbb`, of the lines and headings of its papers; null where it has none. */
export async function findAccentColour(db: Db): Promise<string | null> {
  const row = await unscoped(db).selectFrom('university').select('accent_colour').executeTakeFirst();
  return row?.accent_colour ?? null;
}

/** Null where the university has none. */
export async function readCrest(
  { files }: Pick<Services, 'files'>,
  { crestKey }: University,
): Promise<Uint8Array | null> {
  return crestKey === null ? null : files.getBytes(crestKey);
}

/** 15 working days, as universities promise it where nothing else is set. */
const usualDays = 21;

/** After how many days a certificate is ready, counted from the receipt of its application. */
export async function findReadyAfterDays(db: Db): Promise<number> {
  const row = await unscoped(db).selectFrom('university').select('ready_after_days').executeTakeFirst();
  return row?.ready_after_days ?? usualDays;
}
