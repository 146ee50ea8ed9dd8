import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { applicationsContract } from '../contract.ts';
import { correctApplication } from './commands/correct-application.ts';
import { receiveApplication } from './commands/receive-application.ts';
import { rejectApplication } from './commands/reject-application.ts';
import { returnApplication } from './commands/return-application.ts';
import { verifyApplication } from './commands/verify-application.ts';
import {
  getApplication,
  getApplicationByNumber,
  listApplicationChoices,
  listApplications,
} from './queries.ts';
import { countReceivedApplications, listReceivedApplications } from './received-applications.ts';
import { listReceivers } from './receivers.ts';
import { countApplications } from './search-applications.ts';

const os = implement(applicationsContract).$context<RequestContext>();

export const applicationsRouter = os.router({
  listApplications: os.listApplications.handler(({ context, input }) =>
    listApplications(context.services.db, actorOf(context).scope, input),
  ),
  countApplications: os.countApplications.handler(({ context, input }) =>
    countApplications(context.services.db, actorOf(context).scope, input),
  ),
  listReceivedApplications: os.listReceivedApplications.handler(({ context, input }) =>
    listReceivedApplications(context.services.db, actorOf(context).scope, input),
  ),
  countReceivedApplications: os.countReceivedApplications.handler(({ context, input }) =>
    countReceivedApplications(context.services.db, actorOf(context).scope, input),
  ),
  listReceivers: os.listReceivers.handler(({ context, input }) =>
    listReceivers(context.services.db, actorOf(context).scope, input),
  ),
  listApplicationChoices: os.listApplicationChoices.handler(({ context }) =>
    listApplicationChoices(context.services.db, actorOf(context).scope),
  ),
  getApplication: os.getApplication.handler(({ context, input }) =>
    getApplication(context.services.db, actorOf(context).scope, input.id),
  ),
  getApplicationByNumber: os.getApplicationByNumber.handler(({ context, input }) =>
    getApplicationByNumber(context.services.db, actorOf(context).scope, input.acknowledgementNumber),
  ),
  receiveApplication: os.receiveApplication.handler(({ context, input }) =>
    receiveApplication(context, input),
  ),
  correctApplication: os.correctApplication.handler(({ context, input }) =>
    correctApplication(context, input),
  ),
  verifyApplication: os.verifyApplication.handler(({ context, input }) => verifyApplication(context, input)),
  rejectApplication: os.rejectApplication.handler(({ context, input }) => rejectApplication(context, input)),
  returnApplication: os.returnApplication.handler(({ context, input }) => returnApplication(context, input)),
});
