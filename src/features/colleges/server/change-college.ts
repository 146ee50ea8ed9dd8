import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import { assertPrintable } from '#platform/server/db/printed-scripts.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { CollegeEntry } from '../contract.ts';
import { collegeCan } from '../rules.ts';
import { assertUnique } from './assert-unique.ts';
import { collegeColumns } from './college-columns.ts';
import { lockCollege } from './queries.ts';

/** Changes a college, from a form, a pack or an upload. Existing applications keep their copy of the fee. */
export async function changeCollege(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  { id, version }: { id: string; version: number },
  entry: CollegeEntry,
): Promise<void> {
  const college = await lockCollege(db, id);
  assertAllowed(entry.code === college.code || collegeCan.changeCode(college), {
    'colleges.code_in_use': { usedBy: college.usedBy },
  });
  await assertVersion(db, { type: 'college', row: college }, version);
  await assertUnique(db, entry, college);
  const changes = changesBetween<CollegeEntry>(college, entry);
  await assertPrintable(db, { name: changes.after.name });

  await updateRow(db, 'colleges', college, collegeColumns(entry));

  audit({
    event: 'colleges.edited',
    record: { type: 'college', id, label: entry.code },
    collegeId: id,
    ...changes,
  });
}
