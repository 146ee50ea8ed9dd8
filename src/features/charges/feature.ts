import { chargesContract } from './contract.ts';

export const chargesFeature = {
  contract: { charges: chargesContract },
};
