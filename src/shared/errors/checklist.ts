import { t } from '#shared/words.ts';
import { type LineName, labelsOf } from '../checklist.ts';
import type { ErrorEntries } from './error-entry.ts';

type Missing = { missing: LineName[] };

export const checklistErrors = {
  'checklist.receiving_blocked': ({ missing }: Missing) =>
    t`Applications cannot be received yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
  'checklist.printing_blocked': ({ missing }: Missing) =>
    t`Nothing can be printed yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
} as const satisfies ErrorEntries;
