import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { auditContract } from './contract.ts';

const names = {
  paths: {
    auditor: {
      overview: '/auditor/overview',
      auditLog: '/auditor/audit-log',
      accessLog: '/auditor/audit-log/access',
      proof: '/auditor/proof',
      mastersChanged: '/auditor/masters-changed',
    },
  },
  permissions: {
    'audit:read': ['admin', 'auditor'],
  },
  kinds: {
    event: { label: t`Event`, page: 'auditLog' },
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    audit: typeof names;
  }
}

export const auditFeature = {
  ...names,
  contract: {
    audit: auditContract,
  },
};
