import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Day, Id, Moment, SearchTerm, typedText } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { EarlierCopy } from './contract.ts';

/** The most certificates in one bundle: as many as two people can count at the counter. */
export const maximumInBundle = 500;

export const Bundle = z.object({
  id: Id,
  /** Gapless, `B-000123`. */
  bundleNumber: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  /** The person from the college who took it. */
  deliveredTo: z.string(),
  designation: z.string(),
  /** Only the kind of identity document. */
  identitySeen: z.string(),
  handedOverBy: z.string(),
  handedOverAt: Moment,
  certificateCount: z.number().int(),
  /** For how many of them the student has signed. */
  signedCount: z.number().int(),
});
export type Bundle = z.infer<typeof Bundle>;

const BundledCertificate = z.object({
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  courseDegree: z.string(),
  certificateType: z.string(),
  /** The serial of the copy in the bundle, even if a reprint has superseded it since. */
  blankSerial: z.string(),
  signedOn: z.string().nullable(),
});
export type BundledCertificate = z.infer<typeof BundledCertificate>;

/** One bundle with its certificates, ordered by number. */
export const BundleDetail = Bundle.extend({ certificates: z.array(BundledCertificate) });
export type BundleDetail = z.infer<typeof BundleDetail>;

/** A college with certificates that are printed and ready to hand over. */
const BundleCollege = z.object({
  collegeId: Id,
  collegeCode: z.string(),
  collegeName: z.string(),
  toHandOver: z.number().int(),
});
export type BundleCollege = z.infer<typeof BundleCollege>;

const BundleFilters = z.object({
  /** Covers bundle number, college, and the person who took it. */
  search: SearchTerm,
  /** `unsigned`: at least one student has not signed yet. */
  show: z.enum(['all', 'unsigned']).default('all'),
});
export type BundleFilters = z.infer<typeof BundleFilters>;

export const HandOverBundleInput = z.object({
  certificateIds: z
    .array(Id)
    .min(1, t`Choose at least one certificate.`)
    .max(maximumInBundle, t`A bundle has at most ${maximumInBundle} certificates.`),
  /** One for each reprint whose earlier copy was handed over. */
  earlierCopies: z
    .array(z.object({ certificateId: Id, earlierCopy: EarlierCopy }))
    .max(maximumInBundle)
    .default([]),
  deliveredTo: typedText().trim().min(2, t`Enter who takes the bundle along.`).max(120),
  designation: typedText().trim().min(2, t`Enter what this person is at the college.`).max(80),
  /** Only the kind of identity document. */
  identitySeen: typedText()
    .trim()
    .min(2, t`Enter the identity document that was seen.`)
    .max(120)
    .refine(
      (text) => !/(\d[ -]?){12}/.test(text),
      t`Enter the kind of document only, never an Aadhaar number.`,
    ),
});

const RecordSignaturesInput = z.object({
  id: Id,
  certificateIds: z.array(Id).min(1, t`Choose at least one certificate.`).max(maximumInBundle),
  signedOn: Day,
});

const reads = ['bundles', 'certificates'] as const;

export const bundlesContract = {
  ...listOperation('Bundles', {
    path: '/bundles',
    of: 'the bundles that were handed over to colleges in the scope of the caller',
    access: 'certificates:read',
    reads,
    row: Bundle,
    filters: BundleFilters,
  }),
  listBundleColleges: operation('GET /bundle-colleges', {
    summary: 'The colleges of which printed certificates can be handed over, with their number.',
    access: 'certificates:hand_over',
    reads,
  }).output(z.object({ colleges: z.array(BundleCollege) })),
  getBundle: readRecord('/bundles/{id}', {
    summary: 'One bundle with its certificates in the order of their numbers.',
    access: 'certificates:read',
    reads,
    errors: ['bundles.not_found'],
    answer: BundleDetail,
  }),
  handOverBundle: operation('POST /bundles', {
    summary:
      'Hands printed certificates of one college to a person of it, as a bundle that takes the next number.',
    access: 'certificates:hand_over',
    errors: [
      'certificates.not_found',
      'bundles.several_colleges',
      'bundles.not_printed',
      'bundles.handed_over',
      'bundles.revoked',
      'bundles.withheld',
      'certificates.to_be_signed',
      'certificates.out_for_signature',
      'certificates.damaged_at_signature',
      'bundles.copy_out',
      'bundles.other_serial_surrendered',
      'certificates.no_copy_out',
    ],
  })
    .input(HandOverBundleInput)
    .output(z.object({ id: Id, bundleNumber: z.string() })),
  recordSignatures: operation('POST /bundles/{id}/signatures', {
    summary: 'Records that students have signed the list of the bundle for their certificates.',
    access: 'certificates:hand_over',
    errors: [
      'bundles.not_found',
      'bundles.not_in_bundle',
      'bundles.signed_before',
      'bundles.signed_too_early',
      'bundles.signed_later',
    ],
  })
    .input(RecordSignaturesInput)
    .output(z.object({ recorded: z.number().int() })),
};

/** Documents printed for a bundle. */
export const bundleDocuments = {
  list: documentOperation('/bundles/{id}/document', {
    summary:
      'The list of a bundle, with places to sign for the college and for each student: PDF/A, as many A4 pages as it needs.',
    access: 'certificates:read',
    notFound: 'bundles.not_found',
    errors: ['papers.letters_missing', 'papers.text_not_exact'],
  }),
};
