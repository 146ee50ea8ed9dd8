import type { ErrorCode } from '#shared/errors.ts';
import type { College } from './contract.ts';

type Ruling<Code extends Extract<ErrorCode, `colleges.${string}`>> = true | Code;

/** What may be done to a college, depending on the records that belong to it. */
export const collegeCan = {
  delete(college: Pick<College, 'usedBy'>): Ruling<'colleges.in_use'> {
    return college.usedBy.length === 0 ? true : 'colleges.in_use';
  },
  /** The code is used in accounts and in students' registration numbers. */
  changeCode(college: Pick<College, 'usedBy'>): Ruling<'colleges.code_in_use'> {
    return college.usedBy.length === 0 ? true : 'colleges.code_in_use';
  },
};
