import type { ErrorEntries } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { type LineName, labelsOf } from './lines.ts';

type Missing = { missing: LineName[] };

const checklistErrors = {
  'checklist.receiving_blocked': ({ missing }: Missing): string =>
    t`Applications cannot be received yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
  'checklist.printing_blocked': ({ missing }: Missing): string =>
    t`Nothing can be printed yet. Missing on the first-day checklist: ${labelsOf(missing)}.`,
} as const satisfies ErrorEntries;

const words = {
  errors: checklistErrors,
  events: {
    'checklist.test_mail_accepted': t`Test mail accepted`,
    'checklist.test_mail_asked': t`Test mail requested`,
  },
  records: {
    checklist: t`checklist`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    checklistWords: typeof words;
  }
}
