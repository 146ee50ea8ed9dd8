import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const certificatesErrors = {
  'certificates.not_found': {
    status: 404,
    sentence: t`This certificate does not exist or belongs to another college.`,
  },
  'certificates.not_waiting': {
    status: 409,
    sentence: t`This certificate is not waiting to be printed any more; a colleague may have taken it into a run.`,
  },
  'certificates.withheld': {
    status: 409,
    sentence: t`A draft that paid for this certificate came back, so it is withheld. It is released once the fee is paid and the application is verified again.`,
  },
  'certificates.not_printed': { status: 409, sentence: t`Only a printed certificate can be handed over.` },
  'certificates.handed_over': { status: 409, sentence: t`This certificate is handed over already.` },
  'certificates.revoked': { status: 409, sentence: t`This certificate is revoked.` },
  'certificates.posted_later': { status: 422, sentence: t`This day is still to come. Correct the date.` },
} as const satisfies ErrorEntries;
