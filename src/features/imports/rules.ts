import type { ErrorCode } from '#shared/errors.ts';
import type { ImportState } from './contract.ts';

/** What the rules look at; the row of the database and the open upload on the screen both have it. */
export type ImportFacts = {
  state: ImportState;
  newCount: number | null;
  changedCount: number | null;
  faultyCount: number | null;
};

type Ruling = true | Extract<ErrorCode, `imports.${string}`>;

/** `mapping → checking → checked → committing → committed`; cancelled until committed, refused if it cannot be read. */
export const importCan = {
  map({ state }: Pick<ImportFacts, 'state'>): Ruling {
    return state === 'mapping' || state === 'checked' ? true : 'imports.not_mapping';
  },
  /** Mended rows replace faulty ones, so there have to be some. */
  mend({ state, faultyCount }: Pick<ImportFacts, 'state' | 'faultyCount'>): Ruling {
    if (state !== 'checked') return 'imports.not_checked';
    return faultyCount ? true : 'imports.nothing_faulty';
  },
  /** All or nothing: not before every row is good. */
  commit({ state, newCount, changedCount, faultyCount }: ImportFacts): Ruling {
    if (state !== 'checked') return 'imports.not_checked';
    if (faultyCount) return 'imports.faulty';
    return newCount || changedCount ? true : 'imports.nothing_new';
  },
  cancel({ state }: Pick<ImportFacts, 'state'>): Ruling {
    return isOpen(state) ? true : 'imports.over';
  },
};

export function isRunning(state: ImportState): boolean {
  return state === 'checking' || state === 'committing';
}

export function isOpen(state: ImportState): boolean {
  return state === 'mapping' || state === 'checked' || isRunning(state);
}
