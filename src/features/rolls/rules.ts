import { t } from '#shared/words.ts';
import type { Roll } from './contract.ts';

/** The roll's lifecycle: `open → closed → resolved`. */
export const rollCan = {
  close({ state }: Pick<Roll, 'state'>) {
    return state === 'open' ? true : 'rolls.not_open';
  },
  /** Four eyes: not by whoever closed it. */
  resolve({ state, closedById }: Pick<Roll, 'state' | 'closedById'>, actorId: string) {
    if (state !== 'closed') return 'rolls.not_closed';
    return closedById === actorId ? 'rolls.own_roll' : true;
  },
  print({ state }: Pick<Roll, 'state'>) {
    return state === 'open' ? 'rolls.still_open' : true;
  },
};

/** The label of a roll, and of a section of the register. */
export function rollLabel(number: number | null): string {
  if (number === null) return t`On no roll`;
  return number === 0 ? t`Main roll` : t`Supplement ${number}`;
}

/** The name on documents and in the audit log, in English whatever the reader's language. */
export function rollName({ convocationNumber, number }: Pick<Roll, 'convocationNumber' | 'number'>): string {
  return `${convocationNumber}, ${number === 0 ? 'main roll' : `supplement ${number}`}`;
}
