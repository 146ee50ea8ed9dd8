import type { MasterName } from '#features/masters/declared/named-masters.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { importsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      bulkUpload: (of: 'colleges' | 'students' | MasterName, id?: string) =>
        `/admin/bulk-upload?of=${of}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
      openingBalances: (of?: string, id?: string) =>
        `/admin/settings/opening-balances${of ? `?of=${of}` : ''}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
    },
  },
  permissions: {
    'imports:run': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    imports: typeof names;
  }
}

export const importsFeature = {
  ...names,
  contract: {
    imports: importsContract,
  },
};
