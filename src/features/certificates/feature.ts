import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { bundlesContract } from './bundle-contract.ts';
import { certificatesContract } from './contract.ts';
import { copiesContract } from './copy-contract.ts';
import { certificatesErrors } from './errors.ts';
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
  errors: certificatesErrors,
  permissions: {
    'certificates:read': everyone,
    'certificates:cancel': ['admin', 'printer'],
    'certificates:hand_over': ['admin', 'receiver'],
    'certificates:revoke': ['admin'],
    'revocations:read': ['admin', 'auditor'],
  },
  events: {
    'bundles.handed_over': t`bundles: handed over`,
    'bundles.printed': t`bundles: printed`,
    'certificates.back_signed': t`certificates: back signed`,
    'certificates.back_unsigned': t`certificates: back unsigned`,
    'certificates.bound': t`certificates: bound`,
    'certificates.copy_cancelled': t`certificates: copy cancelled`,
    'certificates.copy_lost': t`certificates: copy lost`,
    'certificates.copy_surrendered': t`certificates: copy surrendered`,
    'certificates.created': t`certificates: created`,
    'certificates.damaged_at_signature': t`certificates: damaged at signature`,
    'certificates.handed_over': t`certificates: handed over`,
    'certificates.labels_printed': t`certificates: address labels printed`,
    'certificates.left_queue': t`certificates: left queue`,
    'certificates.missing': t`certificates: missing`,
    'certificates.outcome_taken_back': t`certificates: outcome taken back`,
    'certificates.posting_list_printed': t`certificates: posting list printed`,
    'certificates.printed': t`certificates: printed`,
    'certificates.queued_for_reprint': t`certificates: queued for reprint`,
    'certificates.released': t`certificates: released`,
    'certificates.revocation_declined': t`certificates: revocation declined`,
    'certificates.revocation_proposed': t`certificates: revocation proposed`,
    'certificates.revocation_withdrawn': t`certificates: revocation withdrawn`,
    'certificates.revoked': t`certificates: revoked`,
    'certificates.sent_for_signature': t`certificates: sent for signature`,
    'certificates.signed_for': t`certificates: signed for`,
    'certificates.spoilt': t`certificates: spoilt`,
    'certificates.withheld': t`certificates: withheld`,
  },
  records: {
    bundle: t`bundle`,
    certificate: t`certificate`,
  },
  fields: {
    bundle: t`Bundle`,
    certificates: t`Certificates`,
    convocationNumber: t`Convocation number`,
    copy: t`Copy`,
    deliveredTo: t`Delivered to`,
    signedOn: t`Signed on`,
    modeOfStudy: t`Mode of study`,
    certificateId: t`Certificate`,
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
