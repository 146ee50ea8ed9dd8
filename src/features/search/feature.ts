import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { searchContract } from './contract.ts';

const names = {
  permissions: {
    'search:use': everyone,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    search: typeof names;
  }
}

export const searchFeature = {
  ...names,
  contract: {
    search: searchContract,
  },
};
