import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { caseDeskContract } from './case-desk-contract.ts';
import { applicationsContract } from './contract.ts';
import { applicationsErrors } from './errors.ts';

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
  errors: applicationsErrors,
  permissions: {
    'applications:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'applications:receive': ['admin', 'receiver'],
    'applications:correct': ['admin', 'receiver'],
    'applications:verify': ['admin', 'case_worker'],
    'applications:reject': ['admin', 'case_worker'],
    'applications:return': ['admin', 'case_worker'],
    'applications:reopen': ['admin', 'case_worker'],
  },
  events: {
    'applications.contact_purged': t`applications: contact details removed, their period is over`,
    'applications.contact_consent_withdrawn': t`applications: consent to contact details withdrawn`,
    'applications.corrected': t`applications: corrected`,
    'applications.readmitted': t`applications: readmitted`,
    'applications.receipt_printed': t`applications: receipt printed`,
    'applications.received': t`applications: received`,
    'applications.rejected': t`applications: rejected`,
    'applications.reopened': t`applications: reopened`,
    'applications.returned': t`applications: returned`,
    'applications.verified': t`applications: verified`,
  },
  records: {
    application: t`application`,
  },
  fields: {
    acknowledgementNumber: t`Acknowledgement number`,
    application: t`Application`,
    applicationId: t`Application`,
    applications: t`Applications`,
    certificateType: t`Certificate type`,
    contactNotice: t`Notice on contact details`,
    contactDetails: t`Contact details`,
    paidAmount: t`Paid amount`,
    pendingAmount: t`Pending amount`,
    promisedOn: t`Ready to collect from`,
    totalAmount: t`Total amount`,
    candidateName: t`Candidate name`,
    candidateNameNative: t`Name in Kannada or Devanagari`,
    courseDegree: t`Course/Degree`,
    courseId: t`Course/Degree`,
    academicYear: t`Academic year`,
    guideName: t`Guide name`,
    chosenColour: t`Chosen colour`,
    selectedPaper: t`Selected paper`,
    photoFileId: t`Photo`,
    feeAmount: t`Fee amount`,
    receivedOn: t`Received on`,
  },
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
