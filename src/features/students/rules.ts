import type { ErrorCode } from '#shared/errors.ts';
import type { Student } from './contract.ts';

type Ruling = true | Extract<ErrorCode, 'students.has_application'>;

export const studentCan = {
  delete(student: Pick<Student, 'hasApplication'>): Ruling {
    return student.hasApplication ? 'students.has_application' : true;
  },
};
