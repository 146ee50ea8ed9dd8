import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { rollsContract } from './contract.ts';
import { rollsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      rolls: '/admin/rolls',
      roll: (id: string) => `/admin/rolls/${encodeURIComponent(id)}`,
      register: (convocationId: string) => `/admin/degree-register/${encodeURIComponent(convocationId)}`,
    },
    auditor: {
      rolls: '/auditor/rolls',
      roll: (id: string) => `/auditor/rolls/${encodeURIComponent(id)}`,
      register: (convocationId: string) => `/auditor/degree-register/${encodeURIComponent(convocationId)}`,
    },
  },
  errors: rollsErrors,
  permissions: {
    'rolls:read': ['admin', 'auditor'],
    'rolls:keep': ['admin'],
  },
  events: {
    'rolls.closed': t`rolls: closed`,
    'rolls.opened': t`rolls: opened`,
    'rolls.printed': t`rolls: printed`,
    'rolls.register_printed': t`rolls: degree register printed`,
    'rolls.resolved': t`rolls: resolved`,
  },
  records: {
    roll: t`roll`,
  },
  fields: {
    resolution: t`Resolution`,
    struck: t`Struck off`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    rolls: typeof names;
  }
}

export const rollsFeature = {
  ...names,
  contract: {
    rolls: rollsContract,
  },
};
