import type { ErrorCode } from '#shared/errors.ts';
import type { College, CollegeUse } from './contract.ts';

type Ruling = true | Extract<ErrorCode, 'colleges.in_use' | 'colleges.code_in_use'>;

/** What may happen to a college, seen from what belongs to it. */
export const collegeCan = {
  delete(college: Pick<College, 'usedBy'>): Ruling {
    return college.usedBy.length === 0 ? true : 'colleges.in_use';
  },
  /** The code stands in people's accounts and in the registration numbers of students. */
  takeCode(college: Pick<College, 'usedBy' | 'code'>, code: string): Ruling {
    return college.code === code || college.usedBy.length === 0 ? true : 'colleges.code_in_use';
  },
};

/** `staff, students and demand drafts`. */
export function usesInWords(uses: readonly CollegeUse[]): string {
  const words = uses.map((use) => use.replace('_', ' '));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
