import { blankOperations } from './blank-contract.ts';
import { countOperations } from './count-contract.ts';
import { custodyOperations } from './custody-contract.ts';
import { inkOperations } from './ink-contract.ts';

/** Paper by numbered sheet, its custody and its counts, and ink. */
export const stockContract = {
  ...blankOperations,
  ...custodyOperations,
  ...countOperations,
  ...inkOperations,
};
