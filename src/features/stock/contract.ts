import { blankOperations } from './blank-contract.ts';
import { countOperations } from './count-contract.ts';
import { custodyOperations } from './custody-contract.ts';
import { inkOperations } from './ink-contract.ts';

/** Numbered paper with its custody and counts, and ink. */
export const stockContract = {
  ...blankOperations,
  ...custodyOperations,
  ...countOperations,
  ...inkOperations,
};
