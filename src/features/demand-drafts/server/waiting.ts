import { sql } from 'kysely';
import { rolesWith, waitingIn } from '#platform/server/db/waiting-rows.ts';
import { DraftFilters } from '../contract.ts';
import { waitingAmongDrafts } from './queries.ts';

const list = { filters: DraftFilters, rows: waitingAmongDrafts };

export const waiting = {
  'demand_drafts.going_stale': waitingIn({
    ...list,
    roles: rolesWith('demand_drafts:deposit'),
    college: sql.ref<string | null>('demand_drafts.college_id'),
  }),
  'demand_drafts.stale': waitingIn(list),
};
