import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';

/** The newest print file of a run that was already read in scope; null before the stack was checked. */
export async function newestFile(db: Db, printRunId: string) {
  const file = await newestFirst(db, printRunId).limit(1).executeTakeFirst();
  return file ?? null;
}

/** The print files that these sheets were printed from: for each sheet the newest file that includes it. */
export async function fileOfEach(db: Db, printRunId: string, positions: readonly number[]) {
  const files = await newestFirst(db, printRunId).execute();
  return [...new Set(positions.map((position) => files.find(({ from }) => from <= position) ?? null))];
}

function newestFirst(db: Db, printRunId: string) {
  return db
    .selectFrom('print_files')
    .where('print_run_id', '=', printRunId)
    .orderBy('file_number', 'desc')
    .select(['file_number as number', 'from_position as from', 'opened_at as openedAt']);
}

/** Records that the stack was checked with sheet `from` on top, where the next print file begins. */
export async function allowFile(
  { db, actor, now }: CommandTransaction,
  printRunId: string,
  from: number,
): Promise<void> {
  await db
    .insertInto('print_files')
    .values({
      print_run_id: printRunId,
      file_number: sql<number>`(select coalesce(max(file_number), 0) + 1 from print_files where print_run_id = ${printRunId})`,
      from_position: from,
      checked_by: actor.id,
      checked_at: now,
    })
    .execute();
}
