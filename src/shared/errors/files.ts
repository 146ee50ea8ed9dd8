import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const filesErrors = {
  'files.too_large': {
    status: 413,
    sentence: t`The file is larger than 5 MiB. Scan at a lower resolution or compress it.`,
  },
  'files.wrong_content': {
    status: 422,
    sentence: (data: { found: string; wanted: string }) =>
      t`The file holds ${data.found}. Wanted: ${data.wanted}.`,
  },
  'files.empty': { status: 422, sentence: t`The file is empty.` },
  'files.not_found': { status: 404, sentence: t`This file does not exist or is not yours to see.` },
  'files.not_usable': { status: 422, sentence: t`The uploaded file can no longer be used. Choose it again.` },
} as const satisfies ErrorEntries;
