import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const formDraftsErrors = {
  'form_drafts.ended': { status: 409, sentence: t`This form was already saved or discarded.` },
} as const satisfies ErrorEntries;
