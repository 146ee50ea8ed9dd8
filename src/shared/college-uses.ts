import { t } from '#shared/words.ts';
import { namesOf } from './labels.ts';

/** What may belong to a college; while there is any, it can neither be deleted nor change its code. */
const useWords = {
  staff: t`staff`,
  students: t`students`,
  applications: t`applications`,
  demand_drafts: t`demand drafts`,
  print_runs: t`print runs`,
};
export type CollegeUse = keyof typeof useWords;
export const collegeUses = namesOf(useWords);

/** `staff, students and demand drafts`. */
export function usesInWords(uses: readonly CollegeUse[]): string {
  const words = uses.map((use) => useWords[use]);
  const last = words.at(-1)!;
  return words.length < 2 ? last : t`${words.slice(0, -1).join(', ')} and ${last}`;
}
