import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { reprintsContract } from './contract.ts';
import { reprintsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      approvedForReprint: '/admin/approved-for-reprint',
      pendingReprintApprovals: '/admin/pending-reprint-approvals',
    },
    printer: {
      reprintRequests: '/printer/reprint-requests',
    },
  },
  errors: reprintsErrors,
  permissions: {
    'reprints:read': everyone,
    'reprints:request': ['admin', 'case_worker', 'receiver', 'printer'],
    'reprints:pay': ['admin', 'receiver'],
    'reprints:decide': ['admin'],
  },
  events: {
    'reprints.approved': t`reprints: approved`,
    'reprints.conceded': t`reprints: conceded`,
    'reprints.ended': t`reprints: ended`,
    'reprints.paid': t`reprints: paid`,
    'reprints.rejected': t`reprints: rejected`,
    'reprints.reopened': t`reprints: reopened`,
    'reprints.requested': t`reprints: requested`,
  },
  records: {
    reprint_request: t`reprint request`,
  },
  fields: {
    reprintOf: t`Reprint of`,
    reprintRequestId: t`Reprint request`,
    requestedBy: t`Requested by`,
  },
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
