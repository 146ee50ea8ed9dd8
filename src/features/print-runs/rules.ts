import type { ErrorCode } from '#shared/errors.ts';
import type { PrintRun, PrintRunState } from './contract.ts';
import type { ProofState } from './proof-contract.ts';

type RunFacts = {
  state: PrintRunState;
  document: PrintRun['document'];
  /** Of the layout in which its print file is composed. */
  proof: { state: ProofState } | null;
};
type State = Pick<RunFacts, 'state'>;
type Counts = { good: number; spoilt: number };

/**
 * The print run's lifecycle: `prepared → printing → closed`, or `prepared → withdrawn`; every sheet `bound → good | spoilt`.
 */
export const printRunCan = {
  start(run: RunFacts): true | ErrorCode {
    if (run.state !== 'prepared') return 'print_runs.not_prepared';
    if (run.document !== 'ready') return 'print_runs.no_document';
    return run.proof?.state === 'signed_off' ? true : 'print_runs.no_proof';
  },
  choosePrinter(run: State): true | ErrorCode {
    return run.state === 'prepared' ? true : 'print_runs.not_prepared';
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

/** What prints for every college is changed by nobody of one college. */
export const printerCan = {
  change(actor: { isOfOneCollege: boolean }): true | 'printers.university_only' {
    return actor.isOfOneCollege ? 'printers.university_only' : true;
  },
};

type ProofFacts = { state: ProofState; isCurrent: boolean; madeById: string };

/** A proof waits until it is signed off or refused; what was decided stays. */
export const proofCan = {
  /** Four eyes: never by who made it. */
  signOff(
    proof: ProofFacts,
    actorId: string,
  ): true | 'proofs.decided' | 'proofs.outdated' | 'proofs.own_proof' {
    if (proof.state !== 'waiting') return 'proofs.decided';
    if (!proof.isCurrent) return 'proofs.outdated';
    return proof.madeById === actorId ? 'proofs.own_proof' : true;
  },
  /** Whoever sees the fault; also who made it. */
  refuse(proof: Pick<ProofFacts, 'state'>): true | 'proofs.decided' {
    return proof.state === 'waiting' ? true : 'proofs.decided';
  },
};

/** `X 0.6 mm, Y −0.4 mm`. */
export function formatOffset({ xMm, yMm }: { xMm: number; yMm: number }): string {
  const signed = (mm: number) => `${mm < 0 ? '−' : ''}${Math.abs(mm)} mm`;
  return `X ${signed(xMm)}, Y ${signed(yMm)}`;
}

export function formatRunNumber(runNumber: number): string {
  return `R-${String(runNumber).padStart(6, '0')}`;
}
