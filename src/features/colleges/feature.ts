import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { collegesContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      collegeManagement: '/admin/college-management',
      addCollege: '/admin/add-college',
      editCollege: (id: string) => `/admin/add-college?edit=${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'colleges:read': ['admin', 'auditor'],
    'colleges:edit': ['admin'],
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
