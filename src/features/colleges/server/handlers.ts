import { partOf } from '#platform/server/contract-part.ts';
import { collegesLayout } from '../columns.ts';
import { collegesContract } from '../contract.ts';
import { addCollege } from './commands/add-college.ts';
import { deleteCollege } from './commands/delete-college.ts';
import { editCollege } from './commands/edit-college.ts';
import { countColleges, getCollege, listCollegeChoices, listColleges } from './queries.ts';

export const collegesPart = partOf(collegesContract, {
  queries: {
    listColleges,
    countColleges,
    listCollegeChoices,
    getCollege: (db, scope, { id }) => getCollege(db, scope, id),
  },
  commands: { addCollege, editCollege, deleteCollege },
  layouts: {
    listColleges: [collegesLayout],
  },
});
