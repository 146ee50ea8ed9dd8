import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const mastersErrors = {
  'masters.not_found': t`This entry does not exist.`,
  'masters.taken': t`Another entry has this.`,
  'masters.in_use': t`Records use this entry, so it cannot be deleted.`,
  'masters.key_in_use': t`Records use this entry, so this cannot be changed.`,
} as const satisfies ErrorEntries;
