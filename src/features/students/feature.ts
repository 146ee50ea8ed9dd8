import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { studentsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      studentMaster: '/admin/student-master',
      addStudent: '/admin/add-student',
      editStudent: (id: string) => `/admin/add-student?edit=${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'students:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'students:edit': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    students: typeof names;
  }
}

export const studentsFeature = {
  ...names,
  contract: {
    students: studentsContract,
  },
};
