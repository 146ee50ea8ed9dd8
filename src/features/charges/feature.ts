import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const names = {
  fields: {
    charges: t`Charges`,
    concession: t`Concession`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    charges: typeof names;
  }
}

export const chargesFeature = {
  ...names,
  contract: {},
};
