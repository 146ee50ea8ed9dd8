import { declareNames, type FeatureNames } from '#shared/feature.ts';

const names = {
  paths: {
    admin: {
      pack: '/admin/settings/pack',
    },
  },
  permissions: {
    'packs:import': ['admin'],
    'packs:export': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    packs: typeof names;
  }
}

export const packsFeature = {
  ...names,
  contract: {},
};
