import type { CertificateState } from '#shared/certificate-states.ts';
import { numberPrefixes, numberText } from '#shared/number-text.ts';
import type { PrintRun, PrintRunState, Sheet } from './contract.ts';
import type { Layout, ProofState } from './proof-contract.ts';

type RunFacts = {
  state: PrintRunState;
  document: PrintRun['document'];
  /** The proof of the layout of the print file. */
  proof: { state: ProofState } | null;
};
type State = Pick<RunFacts, 'state'>;
type Counts = { good: number; spoilt: number; missing: number };

/** The facts needed to undo a sheet's outcome. */
type DecidedSheet = {
  outcome: Sheet['outcome'];
  isHandedOver: boolean;
  hasOpenReprint: boolean;
  /** Whether the blank is still where the outcome put it. */
  isBlankThere: boolean;
  isSuperseded: boolean;
  /** Whether the application was reopened after the sheet was bound, so that its data may have changed. */
  isReopenedSince: boolean;
  certificateState: CertificateState;
  isWithheld: boolean;
};

/**
 * The print run's lifecycle: `prepared → printing → closed`, or `prepared → withdrawn`; every sheet `bound → good |
 * spoilt | missing`, and back to bound until the run is closed.
 */
export const printRunCan = {
  start(run: RunFacts) {
    if (run.state !== 'prepared') return 'print_runs.not_prepared';
    if (run.document !== 'ready') return 'print_runs.no_document';
    return run.proof?.state === 'signed_off' ? true : 'print_runs.no_proof';
  },
  choosePrinter(run: State) {
    return run.state === 'prepared' ? true : 'print_runs.not_prepared';
  },
  withdraw(run: State) {
    return run.state === 'prepared' ? true : 'print_runs.not_prepared';
  },
  /** The whole file can be printed only between the check of the stack and the first outcome. */
  printAll(run: State & { decided: number }) {
    if (run.state === 'prepared') return 'print_runs.not_started';
    return run.state === 'printing' && run.decided === 0 ? true : 'print_runs.printed_already';
  },
  printRest(run: State & { open: number }) {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.open > 0 ? true : 'print_runs.nothing_left';
  },
  /** `file` is the newest print file that has the sheets to record. */
  record(run: State & { file: { openedAt: Date | string | null } | null }) {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.file?.openedAt ? true : 'print_runs.file_not_opened';
  },
  takeBack(run: State, sheet: DecidedSheet) {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    if (sheet.outcome === null) return 'print_runs.sheet_undecided';
    if (sheet.isHandedOver) return 'print_runs.sheet_handed_over';
    if (sheet.certificateState === 'revoked') return 'certificates.revoked';
    if (sheet.hasOpenReprint) return 'print_runs.reprint_asked';
    if (!sheet.isBlankThere) return 'print_runs.sheet_left';
    const isWhereItWasLeft = sheet.certificateState === (sheet.outcome === 'good' ? 'printed' : 'to_print');
    if (!isWhereItWasLeft || sheet.isSuperseded) return 'print_runs.certificate_elsewhere';
    if (sheet.isWithheld) return 'certificates.withheld';
    return sheet.isReopenedSince ? 'print_runs.reopened_since' : true;
  },
  close(run: State & { open: number }) {
    if (run.state !== 'printing') return 'print_runs.not_printing';
    return run.open === 0 ? true : 'print_runs.open_sheets';
  },
  /** Compares with a count by hand, so that a lost sheet is looked for while it can still be found. */
  agree(recorded: Counts, counted: Counts) {
    const isSame = (['good', 'spoilt', 'missing'] as const).every((name) => recorded[name] === counted[name]);
    return isSame ? true : 'print_runs.counts_differ';
  },
  report(run: State) {
    return run.state === 'closed' ? true : 'print_runs.not_closed';
  },
};

/** The number of sheets without an outcome. */
export function openIn(
  run: Pick<PrintRun, 'sheetCount' | 'goodCount' | 'spoiltCount' | 'missingCount'>,
): number {
  return run.sheetCount - run.goodCount - run.spoiltCount - run.missingCount;
}

type ProofFacts = {
  state: ProofState;
  isCurrent: boolean;
  madeById: string;
  setUpAloneBy: readonly string[];
};

/** A proof waits until it is signed off or refused; the decision is final. */
export const proofCan = {
  /** Four eyes: neither whoever made the proof nor whoever set up alone what it shows. */
  signOff(proof: ProofFacts, actorId: string) {
    if (proof.state !== 'waiting') return 'proofs.decided';
    if (!proof.isCurrent) return 'proofs.outdated';
    if (proof.madeById === actorId) return 'proofs.own_proof';
    return proof.setUpAloneBy.includes(actorId) ? 'proofs.set_up_alone' : true;
  },
  /** Anybody who sees a fault may refuse, including whoever made it. */
  refuse(proof: Pick<ProofFacts, 'state'>) {
    return proof.state === 'waiting' ? true : 'proofs.decided';
  },
};

export function layoutLabel({ certificateType, colour }: Layout): string {
  return `${certificateType}, ${colour}`;
}

/** Such as `X 0.6 mm, Y −0.4 mm`. */
export function formatOffset({ xMm, yMm }: { xMm: number; yMm: number }): string {
  const signed = (mm: number) => `${mm < 0 ? '−' : ''}${Math.abs(mm)} mm`;
  return `X ${signed(xMm)}, Y ${signed(yMm)}`;
}

export function formatRunNumber(runNumber: number): string {
  return numberText(numberPrefixes.run, runNumber);
}
