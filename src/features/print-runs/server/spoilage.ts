import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { onDays, startOf } from '#platform/server/db/days.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { CollegeAndDayFilters } from '#shared/fields.ts';
import { Spoilage } from '../contract.ts';

export const spoilage = listQueries({
  order: { column: 'spoilage.month', type: 'date', id: 'spoilage.id', idType: 'uuid', direction: 'desc' },
  rows: (db: Db, filters: CollegeAndDayFilters) =>
    db.selectFrom(byMonth(db, filters).as('spoilage')).selectAll(),
  record: (row) => fromRow(Spoilage, row),
  sums: { sheets: 'spoilage.sheets', spoilt: 'spoilage.spoilt' },
});

function byMonth(db: Db, { search, collegeId, ...days }: CollegeAndDayFilters) {
  const month = startOf('month', 'sheets.outcome_at');
  const sheets = db
    .selectFrom('sheets')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .innerJoin('staff', 'staff.id', 'print_runs.operator_id')
    .leftJoin('printers', 'printers.id', 'print_runs.printer_id')
    .where('sheets.outcome', 'is not', null)
    .where(onDays('sheets.outcome_at', days))
    .where(hasTerm(sql`papers.name, papers.colour, printers.name, printers.code, staff.name`, search))
    .groupBy([month, 'papers.id', 'staff.id', 'printers.id'])
    .select([month.as('month'), 'papers.name as paper', 'papers.colour', 'staff.name as operator'])
    .select([
      'printers.name as printer',
      sql<string>`md5(concat_ws(' ', ${month}, papers.id, staff.id, printers.id))::uuid`.as('id'),
      sql<number>`count(*)`.as('sheets'),
      sql<number>`count(*) filter (where sheets.outcome = 'spoilt')`.as('spoilt'),
    ]);
  return collegeId === 'all' ? sheets : sheets.where('certificates.college_id', '=', collegeId);
}
