import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { findingsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      findings: '/admin/findings',
      finding: (id: string) => `/admin/findings/${encodeURIComponent(id)}`,
    },
    auditor: {
      findings: '/auditor/findings',
      finding: (id: string) => `/auditor/findings/${encodeURIComponent(id)}`,
      inspectionReports: '/auditor/findings/reports',
    },
  },
  permissions: {
    'findings:read': ['admin', 'auditor'],
    'findings:write': ['auditor'],
    'findings:reply': ['admin'],
  },
  kinds: {
    finding: { label: t`Finding`, page: 'finding' },
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    findings: typeof names;
  }
}

export const findingsFeature = {
  ...names,
  contract: {
    findings: findingsContract,
  },
};
