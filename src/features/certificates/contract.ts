import { z } from 'zod';
import { revoked } from '#features/applications/contract.ts';
import { readSerial } from '#features/stock/serials.ts';
import { changeRecord, listOperation, readRecord, takeBack } from '#platform/contract/operation.ts';
import { awardFactNames } from '#shared/award-facts.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import {
  Day,
  FileReference,
  Id,
  Moment,
  SearchTerm,
  sortOf,
  typedNumber,
  typedText,
  Version,
} from '#shared/fields.ts';
import { identityDocumentLabels } from '#shared/identity-documents.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export { identityDocumentLabels };

const handedOver = { at: Moment, by: z.string() };

/** How the valid copy left the office. */
export const HandOver = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('in_person'),
    ...handedOver,
    collectedBy: z.string(),
    /** A kind of `identityDocumentLabels`; hand-overs of earlier versions have a text. */
    identitySeen: z.string(),
  }),
  z.object({
    way: z.literal('post'),
    ...handedOver,
    carrier: z.string(),
    trackingNumber: z.string(),
    /** `yyyy-mm-dd`. */
    postedOn: z.string(),
  }),
  z.object({
    way: z.literal('bundle'),
    ...handedOver,
    bundleId: Id,
    bundleNumber: z.string(),
    deliveredTo: z.string(),
    /** The day on which the student signed at the college; null until recorded from the signed list. */
    signedOn: z.string().nullable(),
  }),
]);
export type HandOver = z.infer<typeof HandOver>;
export const waysOfHandOver: Record<HandOver['way'], string> = {
  in_person: t`In person`,
  post: t`By post`,
  bundle: t`Bundle to the college`,
};

/** The state of a signature by hand that the valid copy still lacks. */
export const MissingSignature = z.discriminatedUnion('state', [
  z.object({ state: z.literal('to_be_signed') }),
  z.object({
    state: z.enum(['out', 'damaged']),
    batchNumber: z.string(),
    office: z.string(),
    sentAt: Moment,
  }),
]);
export type MissingSignature = z.infer<typeof MissingSignature>;

export const Certificate = z.object({
  id: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  photo: FileReference,
  courseDegree: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  chosenColour: z.string(),
  certificateType: z.string(),
  selectedPaper: z.string(),
  paperId: Id,
  state: z.enum(namesOf(certificateStateLabels)),
  /** When the application was verified and the certificate started to wait for printing. */
  createdAt: Moment,
  /** The same, or for a reprint, when it was queued again. */
  waitingSince: Moment,
  printedAt: Moment.nullable(),
  /** Null while the valid copy is in the office. */
  handOver: HandOver.nullable(),
  /** Null if the valid copy is signed or needs no signature by hand. */
  missingSignature: MissingSignature.nullable(),
  /** Set while it is withheld, because a draft that paid for it came back or its application is reopened. */
  withheldAt: Moment.nullable(),
  isReopened: z.boolean(),
  /** Whether a proposal to revoke it is still undecided. */
  isRevocationProposed: z.boolean(),
  ...revoked,
  /** The serial number of the valid copy's blank; null before it is printed. */
  blankSerial: z.string().nullable(),
  /**
   * The number of the valid copy; 0 is the original. Null before it is printed: the next sheet is then the original, or
   * the first reprint of a certificate issued before the portal.
   */
  copyNumber: z.number().int().nullable(),
  /** Whether it was issued before the portal. */
  isEarlier: z.boolean(),
  runNumber: z.number().int().nullable(),
  /**
   * The earlier copy still with its holder, and why it was reprinted; it must be returned before this one is handed
   * over.
   */
  copyOut: z.object({ copyNumber: z.number().int(), reason: z.string().nullable() }).nullable(),
  /** Who recorded the valid copy as good. */
  printedBy: z.string().nullable(),
  /** What its type asks for and its award record lacks: verified before the type asked. No reprint of it is approved so. */
  missingFacts: z.array(z.enum(awardFactNames)),
  /** Until when the caller may take the hand-over back; null for others, and once somebody built on it. */
  takeBackUntil: Moment.nullable(),
  version: Version,
});
export type Certificate = z.infer<typeof Certificate>;

export const CertificateFilters = z.object({
  search: SearchTerm,
  /**
   * `waits_for_roll`: those of `waiting` that are not printed until a resolved roll lists them. `pending`: waiting or
   * in a run. `printed`: including those handed over; `flagged`: those of them that are withheld. `to_hand_over`: in
   * the office and ready to leave. `facts_missing`: verified, with something missing that its type asks for now.
   */
  stage: z
    .enum([
      'waiting',
      'waits_for_roll',
      'in_run',
      'pending',
      'printed',
      'to_hand_over',
      'handed_over',
      'flagged',
      'facts_missing',
      'all',
    ])
    .default('all'),
  collegeId: z.uuid().optional(),
  paperId: z.uuid().optional(),
  certificateType: z.string().max(60).optional(),
});
export type CertificateFilters = z.infer<typeof CertificateFilters>;

/** What became of the copy handed over before: its sheet was returned, or lost, with what is known about that. */
export const EarlierCopy = z.discriminatedUnion('became', [
  z.object({
    became: z.literal('surrendered'),
    serial: typedNumber()
      .trim()
      .min(1, t`Enter the serial of the surrendered sheet.`)
      .max(20)
      .transform(readSerial),
  }),
  z.object({
    became: z.literal('lost'),
    remark: typedText().trim().min(3, t`Enter how the sheet was lost.`).max(500),
  }),
]);
export type EarlierCopy = z.infer<typeof EarlierCopy>;

/** Why a copy may not leave the office. */
const handOverErrors = [
  'certificates.not_found',
  'certificates.not_printed',
  'certificates.handed_over',
  'certificates.revoked',
  'certificates.withheld',
  'certificates.to_be_signed',
  'certificates.out_for_signature',
  'certificates.damaged_at_signature',
  'certificates.copy_out',
  'certificates.no_copy_out',
  'certificates.other_serial_surrendered',
] as const;

export const certificatesContract = {
  ...listOperation('Certificates', {
    path: '/certificates',
    of: 'the certificates in the scope of the caller',
    access: 'certificates:read',
    reads: ['certificates', 'rolls'],
    row: Certificate,
    filters: CertificateFilters,
    sort: sortOf(['createdAt', 'waitingSince', 'printedAt', 'convocationNumber']).optional(),
  }),
  getCertificate: readRecord('/certificates/{id}', {
    summary: 'One certificate, with how its valid copy was handed over.',
    access: 'certificates:read',
    errors: ['certificates.not_found'],
    answer: Certificate,
  }),
  handOverCertificate: changeRecord('/certificates/{id}/hand-over', {
    summary: 'Records that the printed certificate was given to a person whose identity was seen.',
    access: 'certificates:hand_over',
    errors: handOverErrors,
    fields: {
      collectedBy: typedText().trim().min(2, t`Enter who collected it.`).max(120),
      identitySeen: z.enum(namesOf(identityDocumentLabels), t`Choose the identity document that was seen.`),
      earlierCopy: EarlierCopy.nullable().default(null),
    },
  }),
  takeBackHandOver: takeBack('/certificates/{id}/take-back-hand-over', {
    summary: 'Takes back the hand-over that the caller recorded minutes ago: the copy is in the office.',
    access: 'certificates:hand_over',
    errors: ['certificates.not_found', 'certificates.left_in_bundle'],
  }),
  postCertificate: changeRecord('/certificates/{id}/post', {
    summary: 'Records that the printed certificate was sent by post, with its tracking number.',
    access: 'certificates:hand_over',
    errors: [...handOverErrors, 'certificates.posted_later'],
    fields: {
      carrier: typedText().trim().min(2, t`Enter the carrier, for example India Post.`).max(60),
      trackingNumber: typedNumber()
        .trim()
        .toUpperCase()
        .min(4, t`Enter the tracking number of the receipt.`)
        .max(40)
        .regex(/^[A-Z0-9][A-Z0-9 /-]*$/, t`A tracking number has letters and digits.`),
      postedOn: Day,
      earlierCopy: EarlierCopy.nullable().default(null),
    },
  }),
};
