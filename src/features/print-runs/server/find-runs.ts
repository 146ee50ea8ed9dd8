import { inScope } from '#platform/server/db/database.ts';
import { findByCounter, type RecordSearch } from '#platform/server/db/record-search.ts';
import { formatRunNumber } from '../rules.ts';

export const runSearch: RecordSearch = {
  kind: 'run',
  find: (db, scope, text) =>
    findByCounter(
      inScope(db, scope, 'print_runs'),
      { table: 'print_runs', column: 'run_number', letters: 'R' },
      text,
    ),
  show: async (db, scope, ids) => {
    const rows = await inScope(db, scope, 'print_runs')
      .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
      .innerJoin('staff', 'staff.id', 'print_runs.operator_id')
      .where('print_runs.id', 'in', ids)
      .select(['print_runs.id', 'print_runs.run_number', 'print_runs.state', 'print_runs.certificate_type'])
      .select(['papers.name as paper', 'papers.colour', 'staff.name as operator'])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: formatRunNumber(row.run_number),
      title: `${row.certificate_type}, ${row.paper}, ${row.colour}`,
      note: row.operator,
      state: row.state,
    }));
  },
};
