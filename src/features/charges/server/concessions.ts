import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import type { CollegeAndDayFilters } from '#shared/fields.ts';
import { ConcessionOfCharge } from '../contract.ts';

const searched = sql`applications.search_text, concessions.authority, concessions.reason, colleges.name, staff.name`;

export const concessions = listQueries({
  order: newestFirst('concessions.recorded_at', 'charges.id'),
  rows: (db: Db, { search, collegeId, ...days }: CollegeAndDayFilters) => {
    const rows = db
      .selectFrom('charges')
      .innerJoin('applications', 'applications.id', 'charges.application_id')
      .innerJoin('concessions', (join) =>
        join
          .onRef('concessions.application_id', '=', 'charges.application_id')
          .onRef('concessions.reprint_request_id', 'is not distinct from', 'charges.reprint_request_id'),
      )
      .innerJoin('colleges', 'colleges.id', 'charges.college_id')
      .innerJoin('staff', 'staff.id', 'concessions.recorded_by')
      .where(sql<boolean>`charges.concession_amount > 0`)
      .where(onDays('concessions.recorded_at', days))
      .where(hasTerm(searched, search))
      .select(['charges.id', 'charges.application_id', 'charges.kind', 'charges.scheduled_amount'])
      .select(['charges.concession_amount', 'concessions.reason', 'concessions.authority'])
      .select(['concessions.recorded_at', 'staff.name as recorded_by', 'colleges.name as college_name'])
      .select(['applications.registration_number', 'applications.candidate_name']);
    return collegeId === 'all' ? rows : rows.where('charges.college_id', '=', collegeId);
  },
  record: (row) => fromRow(ConcessionOfCharge, row),
  sums: { scheduledAmount: 'charges.scheduled_amount', concessionAmount: 'charges.concession_amount' },
});
