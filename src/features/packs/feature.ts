import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { packsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      pack: '/admin/settings/pack',
    },
  },
  errors: packsErrors,
  permissions: {
    'packs:import': ['admin'],
    'packs:export': ['admin'],
  },
  events: {
    'packs.imported': t`packs: imported`,
  },
  records: {
    pack: t`pack`,
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
