import { type Db, unscoped } from '#platform/server/db/database.ts';
import { writtenLanguages } from '#shared/scripts.ts';

/** As certificates, papers and /verify name it; `names` are those in other languages, in the order in which they are printed. */
export type University = { name: string; names: string[]; place: string };

/** Before it is set up, papers can be tried out, but say of nobody whose they are. */
const nobody: University = { name: 'University', names: [], place: '' };

export async function findUniversity(db: Db): Promise<University> {
  const row = await unscoped(db)
    .selectFrom('university')
    .select(['name', 'names', 'place'])
    .executeTakeFirst();
  if (!row) return nobody;
  const names = (row.names ?? {}) as Record<string, string>;
  const inOrder = Object.keys(writtenLanguages).flatMap((tag) => names[tag] ?? []);
  return { name: row.name, names: inOrder, place: row.place };
}
