import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const templatesErrors = {
  'templates.not_found': t`This template does not exist.`,
  'templates.name_taken': t`Another template has this name.`,
  'templates.no_draft': t`This template has no draft. What was brought into force stays as it is; change the template to begin the next draft.`,
  'templates.in_force': t`This version was brought into force, so it stays as it is.`,
  'templates.no_proof': t`No proof sheet of this draft is signed off. Make a proof sheet and let another printer or admin sign it off first.`,
  ...withStatus(422, {
    'templates.before_today': t`A version comes into force today or later.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: templatesErrors,
  events: {
    'templates.added': t`Template added`,
    'templates.brought_into_force': t`Template brought into force`,
    'templates.draft_deleted': t`Draft of the template deleted`,
    'templates.edited': t`Template edited`,
    'templates.scan_laid': t`Scan laid under the template`,
    'templates.scan_taken_away': t`Scan of the template removed`,
  },
  records: {
    template: t`template`,
  },
  fields: {
    design: t`Design`,
    inForceFrom: t`In force from`,
    scanFileId: t`Scan`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    templatesWords: typeof words;
  }
}
