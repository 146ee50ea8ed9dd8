import type { ErrorCode } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { College, CollegeUse } from './contract.ts';

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

const useWords: Record<CollegeUse, string> = {
  staff: t`staff`,
  students: t`students`,
  applications: t`applications`,
  demand_drafts: t`demand drafts`,
  print_runs: t`print runs`,
};

/** `staff, students and demand drafts`. */
export function usesInWords(uses: readonly CollegeUse[]): string {
  const words = uses.map((use) => useWords[use]);
  const last = words.at(-1)!;
  return words.length < 2 ? last : t`${words.slice(0, -1).join(', ')} and ${last}`;
}
