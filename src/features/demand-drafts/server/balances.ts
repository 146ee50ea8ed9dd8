import { sql } from 'kysely';

/** Drafts and their whole amount by state, whatever of it is allocated. */
export const draftsBalance = sql`select coalesce(jsonb_object_agg(state, balance), '{}') from (
  select state, jsonb_build_object('count', count(*), 'rupees', sum(amount)) as balance
    from demand_drafts group by state) as by_state`;
