import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { collegesContract } from '../contract.ts';
import { addCollege } from './commands/add-college.ts';
import { deleteCollege } from './commands/delete-college.ts';
import { editCollege } from './commands/edit-college.ts';
import { countColleges, getCollege, listCollegeChoices, listColleges } from './queries.ts';

const os = implement(collegesContract).$context<RequestContext>();

export const collegesRouter = os.router({
  listColleges: os.listColleges.handler(({ context, input }) =>
    listColleges(context.services.db, actorOf(context).scope, input),
  ),
  countColleges: os.countColleges.handler(({ context, input }) =>
    countColleges(context.services.db, actorOf(context).scope, input),
  ),
  listCollegeChoices: os.listCollegeChoices.handler(({ context }) =>
    listCollegeChoices(context.services.db, actorOf(context).scope),
  ),
  getCollege: os.getCollege.handler(({ context, input }) =>
    getCollege(context.services.db, actorOf(context).scope, input.id),
  ),
  addCollege: os.addCollege.handler(({ context, input }) => addCollege(context, input)),
  editCollege: os.editCollege.handler(({ context, input }) => editCollege(context, input)),
  deleteCollege: os.deleteCollege.handler(({ context, input }) => deleteCollege(context, input)),
});
