import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const words = {
  fields: {
    allocated: { label: t`Allocated`, kind: 'rupees' },
    demandDraft: t`Demand draft`,
    replacedBy: t`Replaced by`,
    replacementId: t`Replacement`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    feesWords: typeof words;
  }
}
