import type { ErrorCode } from '#shared/errors.ts';
import type { PrintRunState } from './contract.ts';

type RunFacts = { state: PrintRunState; document: 'composing' | 'ready' | 'failed' };
type State = Pick<RunFacts, 'state'>;
type Counts = { good: number; spoilt: number };

/**
 * The print run's lifecycle: `prepared → printing → closed`, or `prepared → withdrawn`; every sheet `bound → good | spoilt`.
 */
export const printRunCan = {
  start(run: RunFacts): true | ErrorCode {
    if (run.state !== 'prepared') return 'print_runs.not_prepared';
    return run.document === 'ready' ? true : 'print_runs.no_document';
  },
  withdraw(run: State): true | ErrorCode {
    return run.state === 'prepared' ? true : 'print_runs.not_prepared';
  },
  /** From the check of the stack to the first outcome: at no other time is the whole of a file to be printed. */
  printAll(run: State & { decided: number }): true | ErrorCode {
    if (run.state === 'prepared') return 'print_runs.not_started';
    return run.state === 'printing' && run.decided === 0 ? true : 'print_runs.printed_already';
  },
  printRest(run: State & { open: number }): true | ErrorCode {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.open > 0 ? true : 'print_runs.nothing_left';
  },
  record(run: State): true | ErrorCode {
    return run.state === 'printing' ? true : 'print_runs.not_printing';
  },
  close(run: State & { open: number }): true | ErrorCode {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.open === 0 ? true : 'print_runs.open_sheets';
  },
  /** Counted by hand: a sheet that the books know and nobody finds is looked for while it can be found. */
  agree(recorded: Counts, counted: Counts): true | 'print_runs.counts_differ' {
    const isSame = recorded.good === counted.good && recorded.spoilt === counted.spoilt;
    return isSame ? true : 'print_runs.counts_differ';
  },
  report(run: State): true | ErrorCode {
    return run.state === 'closed' ? true : 'print_runs.not_closed';
  },
};

export function formatRunNumber(runNumber: number): string {
  return `R-${String(runNumber).padStart(6, '0')}`;
}
