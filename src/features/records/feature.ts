import { recordsContract } from './contract.ts';

export const recordsFeature = {
  contract: {
    records: recordsContract,
  },
};
