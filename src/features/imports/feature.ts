import { declareNames, type FeatureNames } from '#shared/feature.ts';
import type { MasterName } from '#shared/masters/named-masters.ts';
import { t } from '#shared/words.ts';
import { importsContract } from './contract.ts';
import { importsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      bulkUpload: (of: 'colleges' | 'students' | MasterName, id?: string) =>
        `/admin/bulk-upload?of=${of}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
      openingBalances: (of?: string, id?: string) =>
        `/admin/settings/opening-balances${of ? `?of=${of}` : ''}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
    },
  },
  errors: importsErrors,
  permissions: {
    'imports:run': ['admin'],
  },
  events: {
    'earlier_certificates.imported': t`earlier certificates: imported`,
    'imports.cancelled': t`imports: cancelled`,
    'imports.commit_asked': t`imports: commit asked`,
    'imports.mapped': t`imports: mapped`,
    'imports.mended': t`imports: corrected`,
    'imports.purged': t`imports: purged`,
    'imports.uploaded': t`imports: uploaded`,
  },
  records: {
    import: t`import`,
  },
  fields: {
    isOpening: t`Opening balance`,
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
