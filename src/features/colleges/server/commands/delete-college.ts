import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { collegeCan } from '../../rules.ts';
import { entryOf } from '../college-columns.ts';
import { collegeCommand, lockCollege } from '../queries.ts';

/** Deletes a college that no record belongs to; the audit log keeps its values. */
export const deleteCollege = collegeCommand('deleteCollege', async ({ db, audit }, { id, version }) => {
  const college = await lockCollege(db, id);
  assertAllowed(collegeCan.delete(college), {
    'colleges.in_use': { usedBy: college.usedBy },
  });
  await assertVersion(db, { type: 'college', row: college }, version);

  await db.deleteFrom('colleges').where('id', '=', id).execute();

  audit({
    event: 'colleges.deleted',
    record: { type: 'college', id, label: college.code },
    collegeId: id,
    before: entryOf(college),
  });
  return {};
});
