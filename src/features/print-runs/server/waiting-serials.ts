import type { Db } from '#platform/server/db/database.ts';

/** The sheets without an outcome, in printing order, of a run that was already read in scope: the expected stack. */
export async function waitingSerials(
  db: Db,
  printRunId: string,
): Promise<{ position: number; serial: string }[]> {
  return db
    .selectFrom('sheets')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('sheets.print_run_id', '=', printRunId)
    .where('sheets.outcome', 'is', null)
    .orderBy('sheets.position')
    .select(['sheets.position', 'blanks.serial'])
    .execute();
}
