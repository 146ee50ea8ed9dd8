import { waitingContract } from './contract.ts';

export const waitingFeature = {
  contract: {
    waiting: waitingContract,
  },
};
