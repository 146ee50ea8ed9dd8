import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const printersErrors = {
  'printers.not_found': { status: 404, sentence: t`This printer does not exist.` },
  'printers.code_taken': { status: 409, sentence: t`Another printer has this code.` },
} as const satisfies ErrorEntries;
