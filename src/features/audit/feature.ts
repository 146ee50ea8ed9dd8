import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { auditContract } from './contract.ts';

const names = {
  paths: {
    auditor: {
      overview: '/auditor/overview',
      auditLog: '/auditor/audit-log',
      accessLog: '/auditor/audit-log/access',
    },
  },
  permissions: {
    'audit:read': ['admin', 'auditor'],
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
