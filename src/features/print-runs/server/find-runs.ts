import { parseCountedNumber, recordSearch } from '#platform/server/db/record-search.ts';
import { formatRunNumber } from '../rules.ts';

export const runSearch = recordSearch({
  table: 'print_runs',
  rows: (db) =>
    db
      .selectFrom('print_runs')
      .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
      .innerJoin('staff', 'staff.id', 'print_runs.operator_id')
      .select(['print_runs.id', 'print_runs.run_number', 'print_runs.state', 'print_runs.certificate_type'])
      .select(['papers.name as paper', 'papers.colour', 'staff.name as operator']),
  by: { column: 'run_number', read: parseCountedNumber('run') },
  show: (row) => ({
    number: formatRunNumber(row.run_number),
    title: `${row.certificate_type}, ${row.paper}, ${row.colour}`,
    note: row.operator,
    state: row.state,
  }),
});
