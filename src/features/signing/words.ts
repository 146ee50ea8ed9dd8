import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const signingErrors = {
  'signing_batches.not_found': t`This signing batch does not exist or belongs to another college.`,
  'signing_batches.sheet_not_found': t`One of these sheets does not exist or belongs to another college.`,
  'signing_batches.not_to_be_signed': ({ number }: { number: string }) =>
    t`Certificate ${number} does not wait for its signature: it is in a batch already, is withheld or revoked, or its sheet is not signed by hand. Leave it out.`,
  'signing_batches.sent_already': t`One of these sheets does not wait for its signature any more. A colleague may have put it into a batch. Load the page again.`,
  'signing_batches.back_already': t`What became of one of these sheets is recorded already. Load the page again.`,
  ...withStatus(422, {
    'signing_batches.not_in_batch': t`One of these sheets is not in this batch.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: signingErrors,
  events: {
    'signing_batches.printed': t`Signing list printed`,
    'signing_batches.sent': t`Signing batch sent`,
    'signing_batches.taken_back': t`Signing batch taken back`,
  },
  sentences: {
    'signing_batches.sent': ({ by, sheets, office }) =>
      t`${by} sent ${sheets} sheets to ${office} for signature`,
  },
  records: {
    signing_batch: t`signing batch`,
  },
  fields: {
    batch: t`Batch`,
    carriedBy: t`Carried by`,
    signed: t`Signed`,
  },
  waiting: {
    'signing_batches.out_long': {
      label: {
        one: t`batch out for signature for more than 14 days`,
        many: t`batches out for signature for more than 14 days`,
      },
      access: 'signing_batches:read',
      lists: { printer: 'signingBatches', auditor: 'signingBatches' },
      address: { show: 'out_long' },
      order: 14,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    signingWords: typeof words;
  }
}
