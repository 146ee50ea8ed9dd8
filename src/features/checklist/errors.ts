import { type LineName, labelsOf } from '#shared/checklist.ts';
import type { ErrorEntries } from '#shared/error-entry.ts';
import { t } from '#shared/words.ts';

type Missing = { missing: LineName[] };

export const checklistErrors = {
  'checklist.receiving_blocked': ({ missing }: Missing): string =>
    t`Applications cannot be received yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
  'checklist.printing_blocked': ({ missing }: Missing): string =>
    t`Nothing can be printed yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
} as const satisfies ErrorEntries;
