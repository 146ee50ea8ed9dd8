import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { reprintsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      approvedForReprint: '/admin/approved-for-reprint',
      pendingReprintApprovals: '/admin/pending-reprint-approvals',
    },
    auditor: { reprints: '/auditor/reprints' },
    printer: {
      reprintRequests: '/printer/reprint-requests',
    },
  },
  permissions: {
    'reprints:read': everyone,
    'reprints:request': ['admin', 'case_worker', 'receiver', 'printer'],
    'reprints:pay': ['admin', 'receiver'],
    'reprints:decide': ['admin'],
  },
  shownOn: { reprint_request: 'certificate' },
  filesUploadedBy: { error_photo: 'reprints:request', declaration: 'reprints:request' },
  filesReadBy: { error_photo: 'reprints:read', declaration: 'reprints:read' },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    reprints: typeof names;
  }
}

export const reprintsFeature = {
  ...names,
  contract: {
    reprints: reprintsContract,
  },
};
