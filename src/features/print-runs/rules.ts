import type { ErrorCode } from '#shared/errors.ts';
import type { PrintRunState } from './contract.ts';

type RunFacts = { state: PrintRunState; document: 'composing' | 'ready' | 'failed' };

/** The print run's lifecycle: `prepared → printing → closed`; every sheet `bound → good | spoilt`. */
export const printRunCan = {
  start(run: RunFacts): true | ErrorCode {
    if (run.state !== 'prepared') return 'print_runs.not_prepared';
    return run.document === 'ready' ? true : 'print_runs.no_document';
  },
  record(run: Pick<RunFacts, 'state'>): true | ErrorCode {
    return run.state === 'printing' ? true : 'print_runs.not_printing';
  },
  close(run: Pick<RunFacts, 'state'> & { open: number }): true | ErrorCode {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.open === 0 ? true : 'print_runs.open_sheets';
  },
};

export function formatRunNumber(runNumber: number): string {
  return `R-${String(runNumber).padStart(6, '0')}`;
}
