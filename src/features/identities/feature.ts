import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { identitiesContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      identityCollisions: '/admin/settings/identity-collisions',
    },
  },
  permissions: {
    'identities:settle': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    identities: typeof names;
  }
}

export const identitiesFeature = {
  ...names,
  contract: {
    identities: identitiesContract,
  },
};
