import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const identitiesErrors = {
  'identities.not_found': t`These records do not have the same number.`,
  'identities.settled': t`These two records are settled already.`,
  ...withStatus(422, {
    'identities.still_equal': t`Both records would still have the same number, name or address. Enter another one.`,
    'identities.other_record': t`Choose one of the two records with the same number.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: identitiesErrors,
  events: {
    'identities.settled': t`Duplicate records settled`,
  },
  records: {
    earlier_certificate: t`certificate issued before the portal`,
  },
  fields: {
    otherRecord: t`Other record`,
  },
  waiting: {
    'identities.collisions': {
      label: { one: t`duplicate number`, many: t`duplicate numbers` },
      access: 'identities:settle',
      lists: { admin: 'identityCollisions' },
      address: {},
      order: 21,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    identitiesWords: typeof words;
  }
}
