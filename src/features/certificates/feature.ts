import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { bundlesContract } from './bundle-contract.ts';
import { certificatesContract } from './contract.ts';
import { copiesContract } from './copy-contract.ts';
import { postingContract } from './posting-contract.ts';
import { revocationsContract } from './revocation-contract.ts';

function withCollege(path: string, collegeCode: string | undefined): string {
  return collegeCode === undefined ? path : `${path}?college=${encodeURIComponent(collegeCode)}`;
}

const names = {
  paths: {
    admin: {
      printedCertificates: '/admin/printed-certificates',
      pendingCertificates: '/admin/pending-certificates',
      revocations: '/admin/revocations',
      bundles: '/admin/bundles',
      bundle: (id: string) => `/admin/bundles/${encodeURIComponent(id)}`,
      newBundle: (collegeCode?: string) => withCollege('/admin/new-bundle', collegeCode),
    },
    applicationReceiver: {
      printedCertificates: '/application-receiver/printed-certificates',
      bundles: '/application-receiver/bundles',
      bundle: (id: string) => `/application-receiver/bundles/${encodeURIComponent(id)}`,
      newBundle: (collegeCode?: string) => withCollege('/application-receiver/new-bundle', collegeCode),
    },
    auditor: {
      certificates: '/auditor/certificates',
      revocations: '/auditor/revocations',
      bundles: '/auditor/bundles',
      bundle: (id: string) => `/auditor/bundles/${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'certificates:read': everyone,
    'certificates:cancel': ['admin', 'printer'],
    'certificates:hand_over': ['admin', 'receiver'],
    'certificates:revoke': ['admin'],
    'revocations:read': ['admin', 'auditor'],
  },
  kinds: {
    certificate: {
      label: t`Certificate`,
      readBy: 'certificates:read',
      lists: ['certificates', 'printed-certificates', 'completed-printing', 'pending-print'],
      searchOrder: 2,
    },
    bundle: { label: t`Bundle`, page: 'bundle', searchOrder: 7 },
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    certificates: typeof names;
  }
}

export const certificatesFeature = {
  ...names,
  contract: {
    certificates: certificatesContract,
    bundles: bundlesContract,
    posting: postingContract,
    copies: copiesContract,
    revocations: revocationsContract,
  },
};
