import { collegesLayout } from '#features/colleges/columns.ts';
import { collegesContract } from '#features/colleges/contract.ts';
import { addCollege } from '#features/colleges/server/commands/add-college.ts';
import { deleteCollege } from '#features/colleges/server/commands/delete-college.ts';
import { colleges, getCollege, listCollegeChoices } from '#features/colleges/server/queries.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { editCollege } from './commands/edit-college.ts';

/** Colleges are handled here because a new fee is proposed like a change of a master. */
export const collegesPart = partOf(collegesContract, {
  lists: { Colleges: [colleges, collegesLayout] },
  queries: {
    listCollegeChoices,
    getCollege: (db, { id }) => getCollege(db, id),
  },
  commands: { addCollege, editCollege, deleteCollege },
});
