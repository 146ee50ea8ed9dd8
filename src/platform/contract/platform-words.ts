import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { filesErrors } from './file-errors.ts';

const listErrors = {
  'auth.view_not_found': t`This saved view no longer exists.`,
  'auth.view_name_taken': t`You have another view of this list with this name. Enter another name.`,
  'auth.too_many_views': t`You have 50 saved views, and no more can be saved. Delete one that you do not need.`,
  'form_drafts.ended': t`This form was already saved or discarded.`,
  ...withStatus(422, {
    'exports.unknown_filter': t`This list cannot be filtered by this.`,
    'papers.letters_missing': (data: { letters: string }) =>
      t`This cannot be printed, because no font of ours has ${data.letters}. Correct the name or text in which it stands.`,
    'papers.text_not_exact': ({ text }: { text: string }) =>
      t`This cannot be printed: “${text}” would be copied from it with other letters. Correct the spelling, or report it.`,
    'papers.text_too_long': ({ text }: { text: string }) =>
      t`This cannot be printed: “${text}” is too long for its place, even in the smallest letters.`,
  }),
  ...withStatus(429, {
    'exports.too_many': t`Several lists are being exported just now. Try again when one of them is done.`,
  }),
} as const satisfies ErrorEntries;

/** The labels that belong to no feature: of lists, files and exports. */
export const platformWords = {
  errors: { ...filesErrors, ...listErrors },
  events: {
    'demo.filled': t`Demo data filled`,
    'demo.started': t`Demo data started`,
    'exports.ended': t`Export ended`,
    'exports.started': t`Export started`,
    'files.original_viewed': t`Original file viewed`,
    'files.purged': t`Files deleted, their period is over`,
    'files.received': t`File received`,
  },
  records: {
    demo: t`demo data`,
    export: t`export`,
    file: t`file`,
  },
} as const satisfies FeatureNames;
declareNames(platformWords);

declare module '#shared/feature.ts' {
  interface Register {
    platformWords: typeof platformWords;
  }
}
