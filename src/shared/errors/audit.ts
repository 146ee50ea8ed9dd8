import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const auditErrors = {
  'audit.university_only': {
    status: 403,
    sentence: t`The audit log is of the whole university, and your code is that of one college. Ask an auditor with the code ALL.`,
  },
} as const satisfies ErrorEntries;
