import { command } from '#platform/server/command.ts';
import { collegeOfRow } from '#platform/server/db/college-of-row.ts';
import type { PrintRun } from '../../contract.ts';

/** Records in the audit log that a run's report was served, with its counts. */
export const printReport = command(
  'printReport',
  async ({ db, audit }, run: Pick<PrintRun, 'id' | 'runNumber' | 'goodCount' | 'spoiltCount'>) => {
    audit({
      event: 'print_runs.report_printed',
      record: { type: 'print_run', id: run.id, label: run.runNumber },
      collegeId: await collegeOfRow(db, 'print_runs', run.id),
      after: { good: run.goodCount, spoilt: run.spoiltCount },
    });
    return {};
  },
);
