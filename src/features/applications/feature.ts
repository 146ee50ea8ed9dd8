import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { caseDeskContract } from './case-desk-contract.ts';
import { applicationsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      totalApplications: '/admin/total-applications',
      completedApplications: '/admin/completed-applications',
      rejectedApplications: '/admin/rejected-applications',
    },
    caseWorker: {
      manageApplication: '/case-worker/manage-application',
      verifyApplications: '/case-worker/verify',
    },
    applicationReceiver: {
      manageApplication: '/application-receiver/manage-application',
      newApplication: '/application-receiver/new-application',
      application: (id: string) => `/application-receiver/manage-application?open=${encodeURIComponent(id)}`,
      correctApplication: (id: string) =>
        `/application-receiver/new-application?edit=${encodeURIComponent(id)}`,
    },
    auditor: {
      applications: '/auditor/applications',
    },
  },
  permissions: {
    'applications:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'applications:receive': ['admin', 'receiver'],
    'applications:correct': ['admin', 'receiver'],
    'applications:verify': ['admin', 'case_worker'],
    'applications:reject': ['admin', 'case_worker'],
    'applications:return': ['admin', 'case_worker'],
    'applications:reopen': ['admin', 'case_worker'],
  },
  kinds: {
    application: {
      label: t`Application`,
      readBy: 'applications:read',
      lists: [
        'applications',
        'manage-application',
        'total-applications',
        'completed-applications',
        'rejected-applications',
        'fee-generated',
        'pending-fee',
      ],
      searchOrder: 1,
    },
  },
  filesUploadedBy: { photo: 'files:upload' },
  filesReadBy: { photo: 'files:read' },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    applications: typeof names;
  }
}

export const applicationsFeature = {
  ...names,
  contract: {
    applications: applicationsContract,
    caseDesk: caseDeskContract,
  },
};
