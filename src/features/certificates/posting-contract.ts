import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { operation } from '#platform/contract/operation.ts';
import { Day } from '#shared/fields.ts';

/** A4 with three columns of eight labels, 64 × 33.9 mm. */
export const labelsOfSheet = 24;

/** Forty sheets of labels, or as many lines of a posting list. */
export const maximumPosted = 960;

/** Which certificates: those in the office, or those posted on the given day. */
const PostingFilters = z.object({
  postedOn: Day.optional(),
  carrier: z.string().trim().min(1).max(60).optional(),
  /** Only those whose candidates do not attend the convocation. */
  attendance: z.literal('in_absentia').optional(),
  /** Only this certificate, wherever it is. */
  certificateId: z.uuid().optional(),
});
export type PostingFilters = z.infer<typeof PostingFilters>;

export const postingContract = {
  countPosting: operation('GET /posting-counts', {
    summary:
      'How many address labels the same filters give, and by whom certificates were posted on the day that they name.',
    access: 'certificates:hand_over',
    reads: ['certificates', 'applications'],
  })
    .input(PostingFilters)
    .output(
      z.object({
        /** The number of candidates with a postal address. */
        labels: z.number().int(),
        carriers: z.array(z.object({ carrier: z.string(), posted: z.number().int() })),
      }),
    ),
};

/** Documents printed for certificates sent by post. */
export const postingDocuments = {
  labels: documentOperation('/address-labels', {
    summary:
      'Address labels of candidates with a postal address, 24 on an A4 sheet of labels of 64 × 33.9 mm: PDF/A, in the order of their numbers.',
    access: 'certificates:hand_over',
    query: PostingFilters.extend({
      /** Earlier labels on the sheet are already used. */
      firstLabel: z.coerce.number().int().min(1).max(labelsOfSheet).default(1),
    }),
    errors: ['posting.no_addresses', 'posting.too_many', 'papers.letters_missing', 'papers.text_not_exact'],
  }),
  list: documentOperation('/posting-list', {
    summary: 'What was posted on a day, with tracking numbers and addresses, for the carrier to sign: PDF/A.',
    access: 'certificates:hand_over',
    query: PostingFilters.pick({ carrier: true }).extend({ postedOn: Day }),
    errors: ['posting.nothing_posted', 'posting.too_many', 'papers.letters_missing', 'papers.text_not_exact'],
  }),
};
