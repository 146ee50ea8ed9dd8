import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { collegesContract } from './contract.ts';
import { collegesErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      collegeManagement: '/admin/college-management',
      addCollege: '/admin/add-college',
      editCollege: (id: string) => `/admin/add-college?edit=${encodeURIComponent(id)}`,
    },
  },
  errors: collegesErrors,
  permissions: {
    'colleges:read': ['admin', 'auditor'],
    'colleges:edit': ['admin'],
  },
  events: {
    'colleges.added': t`colleges: added`,
    'colleges.deleted': t`colleges: deleted`,
    'colleges.edited': t`colleges: edited`,
    'colleges.imported': t`colleges: imported`,
    'colleges.proposal_rejected': t`colleges: proposal rejected`,
    'colleges.proposal_taken_back': t`colleges: proposal taken back`,
    'colleges.proposed': t`colleges: proposed`,
  },
  records: {
    college: t`college`,
  },
  fields: {
    college_id: t`College`,
    collegeId: t`College`,
    convocationFee: t`Convocation fee`,
    contactNumber: t`Contact number`,
    collegeCode: t`College code`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    colleges: typeof names;
  }
}

export const collegesFeature = {
  ...names,
  contract: {
    colleges: collegesContract,
  },
};
