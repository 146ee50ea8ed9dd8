import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { recoveriesContract } from './contract.ts';
import { recoveriesErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      recovery: '/admin/settings/recovery',
    },
    auditor: {
      recovery: '/auditor/settings/recovery',
    },
  },
  errors: recoveriesErrors,
  permissions: {
    'recoveries:read': ['admin', 'auditor'],
    'recoveries:enter': ['admin'],
  },
  events: {
    'recoveries.confirmed': t`recoveries: confirmed`,
    'recoveries.entered': t`recoveries: numbers entered`,
    'recoveries.opened': t`recoveries: opened by a restore`,
    'recoveries.sheet_confirmed': t`recoveries: lost sheet confirmed`,
    'recoveries.sheet_recorded': t`recoveries: lost sheet recorded`,
  },
  records: {
    lost_sheet: t`lost sheet`,
    recovery: t`recovery`,
  },
  fields: {
    confirmedBy: t`Confirmed by`,
    restoredTo: t`Restored to`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    recoveries: typeof names;
  }
}

export const recoveriesFeature = {
  ...names,
  contract: {
    recoveries: recoveriesContract,
  },
};
