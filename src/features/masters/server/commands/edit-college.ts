import { entryOf } from '#features/colleges/server/college-columns.ts';
import { collegeCommand, lockCollege } from '#features/colleges/server/queries.ts';
import { writeChanges } from '../changes.ts';

/** Changes a college, or proposes the change where its fee differs and four eyes hold. */
export const editCollege = collegeCommand('editCollege', async (transaction, input) => {
  const { id, version, ...after } = input;
  const college = await lockCollege(transaction.db, id);
  const label = after.code;
  const change = {
    entity: 'colleges',
    id,
    label,
    action: 'edit',
    version,
    before: entryOf(college),
    after,
  } as const;
  const proposalId = await writeChanges(transaction, { origin: 'form', label }, [change]);
  return { version: proposalId === null ? version + 1 : version, proposalId };
});
