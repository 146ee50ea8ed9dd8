import { type CollegeUse, usesInWords } from '#shared/college-uses.ts';
import type { ErrorEntries } from '#shared/error-entry.ts';
import { t } from '#shared/words.ts';

export const collegesErrors = {
  'colleges.not_found': t`This college does not exist, or you do not have access to it.`,
  'colleges.code_taken': t`Another college has this code.`,
  'colleges.name_taken': t`Another college has this name.`,
  'colleges.in_use': (data: { usedBy: CollegeUse[] }) =>
    t`The college has ${usesInWords(data.usedBy)}, so it cannot be deleted.`,
  'colleges.code_in_use': (data: { usedBy: CollegeUse[] }) =>
    t`The college has ${usesInWords(data.usedBy)}, so its code cannot be changed.`,
} as const satisfies ErrorEntries;
