import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { signingContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      signingBatches: '/admin/signing-batches',
      signingBatch: (id: string) => `/admin/signing-batches/${encodeURIComponent(id)}`,
      newSigningBatch: '/admin/new-signing-batch',
    },
    printer: {
      signingBatches: '/printer/signing-batches',
      signingBatch: (id: string) => `/printer/signing-batches/${encodeURIComponent(id)}`,
      newSigningBatch: '/printer/new-signing-batch',
    },
    auditor: {
      signingBatches: '/auditor/signing-batches',
      signingBatch: (id: string) => `/auditor/signing-batches/${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'signing_batches:read': ['admin', 'printer', 'auditor'],
    'signing_batches:record': ['admin', 'printer'],
  },
  kinds: {
    signing_batch: { label: t`Signing batch`, page: 'signingBatch', searchOrder: 8 },
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    signing: typeof names;
  }
}

export const signingFeature = {
  ...names,
  contract: {
    signing: signingContract,
  },
};
