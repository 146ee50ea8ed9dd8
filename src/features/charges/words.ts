import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const words = {
  fields: {
    charge: t`Charge`,
    charges: t`Charges`,
    concession: t`Concession`,
    concessionAmount: { label: t`Concession`, kind: 'rupees' },
    concessionAuthority: t`Authority`,
    concessionReason: t`Reason for the concession`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    chargesWords: typeof words;
  }
}
