import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { exceptionsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      exceptionLimits: '/admin/settings/exception-limits',
    },
    auditor: {
      exceptions: '/auditor/exceptions',
      exceptionHits: (rule: string) => `/auditor/exceptions/${encodeURIComponent(rule)}`,
      exceptionLimits: '/auditor/settings/exception-limits',
    },
  },
  permissions: {
    'exceptions:read': ['auditor'],
    'exceptions:explain': ['auditor'],
    'exceptions:limits': ['admin', 'auditor'],
    'exceptions:propose': ['admin'],
    'exceptions:decide': ['auditor'],
    'evidence:upload': ['admin', 'auditor'],
    'evidence:read': ['admin', 'auditor'],
  },
  filesUploadedBy: { evidence: 'evidence:upload' },
  filesReadBy: { evidence: 'evidence:read' },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    exceptions: typeof names;
  }
}

export const exceptionsFeature = {
  ...names,
  contract: {
    exceptions: exceptionsContract,
  },
};
