import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** Records that refer to a college; while there are any, it cannot be deleted and its code cannot change. */
function wordsOfUses() {
  return {
    staff: t`staff`,
    students: t`students`,
    applications: t`applications`,
    demand_drafts: t`demand drafts`,
    print_runs: t`print runs`,
  };
}
export type CollegeUse = keyof ReturnType<typeof wordsOfUses>;
export const collegeUses = namesOf(wordsOfUses());

/** `staff, students and demand drafts`. */
export function usesInWords(uses: readonly CollegeUse[]): string {
  const words = uses.map((use) => wordsOfUses()[use]);
  const last = words.at(-1)!;
  return words.length < 2 ? last : t`${words.slice(0, -1).join(', ')} and ${last}`;
}
