import { routerOf } from '#platform/server/router-of.ts';
import { dashboardContract } from '../contract.ts';
import { getApplicationFigures, getFeeFigures, getStaffFigures, getYearlyRevenue } from './queries.ts';

export const dashboardRouter = routerOf(dashboardContract, {
  queries: {
    getApplicationFigures: (db, scope) => getApplicationFigures(db, scope, new Date()),
    getFeeFigures: (db, scope) => getFeeFigures(db, scope, new Date()),
    getYearlyRevenue: (db, scope, input) =>
      getYearlyRevenue(db, scope, { chosen: input.year, now: new Date() }),
    getStaffFigures: (db, scope) => getStaffFigures(db, scope, new Date()),
  },
});
