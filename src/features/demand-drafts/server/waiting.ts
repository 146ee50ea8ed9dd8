import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { DraftFilters } from '../contract.ts';
import { waitingAmongDrafts } from './queries.ts';

/** A draft's age counts from its own date. */
const list = { filters: DraftFilters, rows: waitingAmongDrafts, since: { day: 'demand_drafts.drawn_on' } };

export const waiting = {
  'demand_drafts.going_stale': waitingIn(list),
  'demand_drafts.stale': waitingIn(list),
};
