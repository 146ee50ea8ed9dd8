import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const printersErrors = {
  'printers.not_found': { status: 404, sentence: t`This printer does not exist.` },
  'printers.code_taken': t`Another printer has this code.`,
  'printers.university_only': {
    status: 403,
    sentence: t`A printer serves every college, so people with the code ALL add and change printers.`,
  },
} as const satisfies ErrorEntries;
