import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { verificationContract } from './contract.ts';

const names = {
  paths: {
    verify: '/verify',
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    verification: typeof names;
  }
}

export const verificationFeature = {
  ...names,
  contract: {
    verification: verificationContract,
  },
};
