import type { ErrorCode } from '#shared/errors.ts';
import type { College } from './contract.ts';

type Ruling<Code extends Extract<ErrorCode, `colleges.${string}`>> = true | Code;

/** What may happen to a college, seen from what belongs to it. */
export const collegeCan = {
  delete(college: Pick<College, 'usedBy'>): Ruling<'colleges.in_use'> {
    return college.usedBy.length === 0 ? true : 'colleges.in_use';
  },
  /** The code stands in people's accounts and in the registration numbers of students. */
  changeCode(college: Pick<College, 'usedBy'>): Ruling<'colleges.code_in_use'> {
    return college.usedBy.length === 0 ? true : 'colleges.code_in_use';
  },
};
