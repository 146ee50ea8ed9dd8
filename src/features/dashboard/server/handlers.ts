import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { dashboardContract } from '../contract.ts';
import { getApplicationFigures, getFeeFigures, getStaffFigures, getYearlyRevenue } from './queries.ts';

const os = implement(dashboardContract).$context<RequestContext>();

export const dashboardRouter = os.router({
  getApplicationFigures: os.getApplicationFigures.handler(({ context }) =>
    getApplicationFigures(context.services.db, actorOf(context).scope, new Date()),
  ),
  getFeeFigures: os.getFeeFigures.handler(({ context }) =>
    getFeeFigures(context.services.db, actorOf(context).scope, new Date()),
  ),
  getYearlyRevenue: os.getYearlyRevenue.handler(({ context, input }) =>
    getYearlyRevenue(context.services.db, actorOf(context).scope, { chosen: input.year, now: new Date() }),
  ),
  getStaffFigures: os.getStaffFigures.handler(({ context }) =>
    getStaffFigures(context.services.db, actorOf(context).scope, new Date()),
  ),
});
