import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { rollsContract } from './contract.ts';

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
  permissions: {
    'rolls:read': ['admin', 'auditor'],
    'rolls:keep': ['admin'],
  },
  kinds: {
    roll: { label: t`Roll`, page: 'roll' },
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
