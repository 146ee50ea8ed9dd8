import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { statusContract } from './contract.ts';

const names = {
  paths: {
    /** The status of an application, for its candidate. */
    status: '/status',
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    status: typeof names;
  }
}

export const statusFeature = {
  ...names,
  contract: {
    status: statusContract,
  },
};
