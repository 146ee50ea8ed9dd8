import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { College, CollegeEntry } from '../../contract.ts';
import { collegeCan } from '../../rules.ts';
import { collegeColumns } from '../college-columns.ts';
import { collegeCommand, lockCollege } from '../queries.ts';
import { refuseTaken } from '../refuse-taken.ts';

/** Changes a college. Applications that are there keep their fee, because each has its own copy of it. */
export const editCollege = collegeCommand(
  'editCollege',
  async ({ db, actor, audit }, { id, version, ...entry }) => {
    const college = await lockCollege(db, actor.scope, id);
    assertAllowed(entry.code === college.code || collegeCan.changeCode(college), {
      'colleges.code_in_use': { usedBy: college.usedBy },
    });
    await assertVersion(db, { type: 'college', row: college }, version);
    return changeCollege({ db, audit }, college, entry);
  },
);

/** Writes to a locked college; a pack does without a person. */
export async function changeCollege(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  college: College,
  entry: CollegeEntry,
): Promise<{ version: number }> {
  await refuseTaken(db, entry, college.id);

  const changed = await updateRow(db, 'colleges', college, collegeColumns(entry));

  audit({
    event: 'colleges.edited',
    record: { type: 'college', id: college.id, label: entry.code },
    collegeId: college.id,
    ...changesBetween<CollegeEntry>(college, entry),
  });
  return changed;
}
