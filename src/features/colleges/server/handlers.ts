import { partOf } from '#platform/server/contract-part.ts';
import { collegesLayout } from '../columns.ts';
import { collegesContract } from '../contract.ts';
import { addCollege } from './commands/add-college.ts';
import { deleteCollege } from './commands/delete-college.ts';
import { editCollege } from './commands/edit-college.ts';
import { colleges, getCollege, listCollegeChoices } from './queries.ts';

export const collegesPart = partOf(collegesContract, {
  lists: { Colleges: [colleges, collegesLayout] },
  queries: {
    listCollegeChoices,
    getCollege: (db, scope, { id }) => getCollege(db, scope, id),
  },
  commands: { addCollege, editCollege, deleteCollege },
});
