import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { studentsContract } from './contract.ts';
import { studentsErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      studentMaster: '/admin/student-master',
      addStudent: '/admin/add-student',
      editStudent: (id: string) => `/admin/add-student?edit=${encodeURIComponent(id)}`,
    },
  },
  errors: studentsErrors,
  permissions: {
    'students:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'students:edit': ['admin'],
  },
  events: {
    'students.added': t`students: added`,
    'students.deleted': t`students: deleted`,
    'students.edited': t`students: edited`,
    'students.imported': t`students: imported`,
  },
  records: {
    student: t`student`,
  },
  fields: {
    registrationNumber: t`Registration number`,
    examRollNumber: t`Exam roll number`,
    nameNative: t`Name in Kannada or Devanagari`,
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
