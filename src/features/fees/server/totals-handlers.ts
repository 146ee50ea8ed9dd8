import { routerOf } from '#platform/server/router-of.ts';
import { feeTotalsContract } from '../contract.ts';
import { listDrawerTotals } from './drawer.ts';
import { listDraftTotals, listFeeTotals } from './totals.ts';

export const feeTotalsRouter = routerOf(feeTotalsContract, {
  queries: {
    listFeeTotals,
    listDraftTotals,
    listDrawerTotals,
  },
});
