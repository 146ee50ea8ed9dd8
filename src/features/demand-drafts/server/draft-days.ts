import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { matching } from '#platform/server/db/search-page.ts';
import type { CollegeAndDayFilters } from '#shared/fields.ts';
import { draftRows, toDraft } from './draft-rows.ts';
import { termOf } from './search-drafts.ts';

const daysInOffice = sql<number>`deposit_slips.deposited_on - (demand_drafts.received_at at time zone interval '05:30')::date`;

export const draftDays = listQueries({
  order: {
    columns: {
      days: { column: 'draft_days.days', type: 'integer' },
      receivedAt: { column: 'draft_days.received_at', type: 'timestamptz' },
      number: { column: 'draft_days.number', type: 'text' },
      amount: { column: 'draft_days.amount', type: 'integer' },
    },
    id: 'draft_days.id',
    first: '-days',
  },
  rows: async (db: Db, { search, collegeId, ...days }: CollegeAndDayFilters) => {
    let drafts = draftRows(db.selectFrom('demand_drafts'))
      .select(daysInOffice.as('days'))
      .where('deposit_slips.deposited_on', 'is not', null)
      .where(onDays('demand_drafts.received_at', days));
    if (collegeId !== 'all') drafts = drafts.where('demand_drafts.college_id', '=', collegeId);
    if (search) drafts = matching(drafts, (await termOf(db, search)).matchesByIndex!);
    return db.selectFrom(drafts.as('draft_days')).selectAll();
  },
  record: (row) => ({ ...toDraft(row), days: row.days }),
  sums: { amount: 'draft_days.amount' },
});
