import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { assertPrintable } from '#platform/server/db/printed-scripts.ts';
import type { CollegeEntry } from '../../contract.ts';
import { assertUnique } from '../assert-unique.ts';
import { collegeColumns } from '../college-columns.ts';

export const addCollege = command('addCollege', (transaction, entry: CollegeEntry) =>
  recordCollege(transaction, entry),
);

/** The command's work, exported because the demo adds its first colleges before anybody could run the command. */
export async function recordCollege(
  { db, now, audit }: Pick<CommandTransaction, 'db' | 'now' | 'audit'>,
  entry: CollegeEntry,
  id = uuid(),
): Promise<{ id: string }> {
  await assertUnique(db, entry);
  await assertPrintable(db, { name: entry.name });

  await db
    .insertInto('colleges')
    .values({ id, ...collegeColumns(entry), created_at: now })
    .execute();

  audit({
    event: 'colleges.added',
    record: { type: 'college', id, label: entry.code },
    collegeId: id,
    after: entry,
  });
  return { id };
}
