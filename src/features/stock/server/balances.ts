import { sql } from 'kysely';

/** Blanks by the code of their paper and by state. */
export const blanksBalance = sql`select coalesce(jsonb_object_agg(code, states), '{}') from (
  select papers.code, jsonb_object_agg(state, blanks) as states
    from (select paper_id, state, count(*) as blanks from blanks group by paper_id, state) as counted
    join papers on papers.id = paper_id
   group by papers.code) as by_paper`;
