import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const formDraftsErrors = {
  'form_drafts.ended': t`This form was already saved or discarded.`,
} as const satisfies ErrorEntries;
