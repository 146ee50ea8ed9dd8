import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const words = {
  fields: {
    charges: t`Charges`,
    concession: t`Concession`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    chargesWords: typeof words;
  }
}
