import { certificateStateLabels } from '#shared/certificate-states.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

type OfCertificate = { number: string };
/** `batch` is a signing batch's number, `sentAt` a formatted moment. */
type OfBatch = { batch: string; office: string; sentAt: string };

const certificatesErrors = {
  'certificates.not_found': t`This certificate does not exist or belongs to another college.`,
  'certificates.not_waiting': t`This certificate is no longer waiting to be printed. A colleague may have taken it into a run.`,
  'certificates.withheld': t`A draft that paid for this certificate came back or its application was reopened, so it is withheld. It is released once the application is verified again.`,
  'certificates.not_printed': t`Only a printed certificate can be handed over.`,
  'certificates.to_be_signed': ({ number }: OfCertificate) =>
    t`Certificate ${number} is signed by hand and waits in the print room for a batch to be signed. It can be handed over once it is back.`,
  'certificates.out_for_signature': ({ number, batch, office, sentAt }: OfCertificate & OfBatch) =>
    t`Certificate ${number} is out for its signature: in batch ${batch} with ${office} since ${sentAt}. It can be handed over once it is back.`,
  'certificates.damaged_at_signature': ({ number, batch, office }: OfCertificate & OfBatch) =>
    t`Certificate ${number} came back damaged from ${office} in batch ${batch}. Its copy has to be cancelled and printed again.`,
  'certificates.not_signed': t`This certificate is signed by hand and its signature is missing.`,
  'certificates.copy_not_here': t`This copy is out for its signature. Take it back first.`,
  'certificates.handed_over': t`This certificate is handed over already.`,
  'certificates.left_in_bundle': t`This certificate left in a bundle, whose signed list is never changed. Ask for it back, or for a reprint.`,
  'certificates.revoked': t`This certificate is revoked.`,
  'certificates.in_print_run': t`This certificate is in a print run. Confirm once its sheet has an outcome, or once the run is withdrawn.`,
  'revocations.not_found': t`This proposal does not exist or belongs to another college.`,
  'revocations.proposed_already': t`Somebody has proposed to revoke this certificate already. Another admin confirms or declines it.`,
  'revocations.own_proposal': t`You proposed this revocation yourself, so another admin has to confirm or decline it. You can withdraw it.`,
  'revocations.not_own_proposal': t`Only who proposed this revocation can withdraw it. You can decline it.`,
  'revocations.decided': t`This proposal was already decided or withdrawn.`,
  'certificates.copy_not_valid': t`Only the valid copy of a certificate can be cancelled.`,
  'certificates.run_not_closed': t`The run of this copy is still open: take the outcome back there.`,
  'certificates.own_copy': t`You printed this copy or recorded it as good, so a second person has to cancel it.`,
  'certificates.copy_left': t`This copy is handed over, so it cannot be cancelled. Ask for a reprint instead.`,
  'certificates.reprint_asked': t`A reprint of this copy is asked for. Decide on that request first.`,
  'certificates.copy_not_found': t`This copy does not exist or belongs to another college.`,
  'certificates.copy_out': t`The earlier copy of this certificate was handed over and is not back. Enter the serial of the surrendered sheet, or that it is lost.`,
  'certificates.no_copy_out': t`No earlier copy of this certificate is still out. Load the page again.`,
  ...withStatus(422, {
    'certificates.other_serial_surrendered': (data: { found: string }) =>
      t`${data.found} is not the serial of the copy that was handed over. Read it from the sheet again.`,
    'certificates.posted_later': t`This day is still to come. Correct the date.`,
    'certificates.photo_unreadable': ({ number }: OfCertificate) =>
      t`The photo of certificate ${number} is not a readable JPEG image.`,
    'certificates.letters_missing': ({ number, letters }: OfCertificate & { letters: string }) =>
      t`Certificate ${number} cannot be printed: no font of the certificate has ${letters}.`,
    'certificates.text_not_exact': ({ number, text }: OfCertificate & { text: string }) =>
      t`Certificate ${number} cannot be printed: “${text}” would be copied from it with other letters. Correct the spelling, or report it.`,
    'certificates.text_too_long': ({ number, text }: OfCertificate & { text: string }) =>
      t`Certificate ${number} cannot be printed: “${text}” is too long for its place, even in the smallest letters.`,
    'certificates.not_printable': ({ number, detail }: OfCertificate & { detail: string }) =>
      t`Certificate ${number} cannot be printed: ${detail}`,
    'certificates.template_faulty': ({ detail }: { detail: string }) =>
      t`The certificate template does not compile: ${detail}`,
  }),
  'posting.no_addresses': t`None of these certificates has a postal address. It is recorded with the application.`,
  'posting.nothing_posted': t`Nothing was posted on this day. Choose another day or carrier.`,
  'posting.too_many': t`These are more than 960. Choose a day, a carrier or one certificate.`,
  'bundles.not_found': t`This bundle does not exist or belongs to another college.`,
  'bundles.not_printed': ({ number }: OfCertificate) =>
    t`Certificate ${number} is not printed, so it goes into no bundle.`,
  'bundles.handed_over': ({ number }: OfCertificate) =>
    t`Certificate ${number} is handed over already; a colleague may have done it meanwhile. Leave it out.`,
  'bundles.revoked': ({ number }: OfCertificate) => t`Certificate ${number} is revoked. Leave it out.`,
  'bundles.withheld': ({ number }: OfCertificate) =>
    t`A draft that paid for certificate ${number} came back or its application was reopened, so it is withheld. Leave it out.`,
  'bundles.copy_out': ({ number }: OfCertificate) =>
    t`The earlier copy of certificate ${number} was handed over and is not back. Enter the serial of the surrendered sheet, or that it is lost, or leave the certificate out.`,
  'bundles.signed_before': ({ number }: OfCertificate) =>
    t`The student’s signature for certificate ${number} is recorded already.`,
  ...withStatus(422, {
    'bundles.several_colleges': t`A bundle is of one college. Make one for each college.`,
    'bundles.other_serial_surrendered': ({ number, found }: OfCertificate & { found: string }) =>
      t`${found} is not the serial of the copy of certificate ${number} that was handed over. Read it from the sheet again.`,
    'bundles.signed_too_early': t`The bundle was handed over later than that. Correct the date.`,
    'bundles.signed_later': t`This day is still to come. Correct the date.`,
  }),
  'bundles.not_in_bundle': { status: 404, sentence: t`One of these certificates is not in this bundle.` },
} as const satisfies ErrorEntries;

const words = {
  errors: certificatesErrors,
  events: {
    'bundles.handed_over': t`Bundle handed over`,
    'bundles.printed': t`Bundle list printed`,
    'certificates.back_signed': t`Certificate back, signed`,
    'certificates.back_unsigned': t`Certificate back, not signed`,
    'certificates.bound': t`Certificate assigned to a sheet`,
    'certificates.copy_cancelled': t`Copy cancelled`,
    'certificates.copy_lost': t`Copy lost`,
    'certificates.copy_surrendered': t`Copy surrendered`,
    'certificates.created': t`Certificate created`,
    'certificates.damaged_at_signature': t`Sheet damaged while out for signature`,
    'certificates.hand_over_taken_back': t`Hand-over taken back`,
    'certificates.handed_over': t`Certificate handed over`,
    'certificates.labels_printed': t`Address labels printed`,
    'certificates.left_queue': t`Certificate taken out of the print queue`,
    'certificates.missing': t`Sheet missing`,
    'certificates.opened': t`Certificate from before the portal recorded`,
    'certificates.outcome_taken_back': t`Outcome taken back`,
    'certificates.posting_list_printed': t`Posting list printed`,
    'certificates.printed': t`Certificate printed`,
    'certificates.queued_for_reprint': t`Certificate queued for reprint`,
    'certificates.released': t`Certificate back in the print queue`,
    'certificates.revocation_declined': t`Revocation declined`,
    'certificates.revocation_proposed': t`Revocation proposed`,
    'certificates.revocation_withdrawn': t`Revocation withdrawn`,
    'certificates.revoked': t`Certificate revoked`,
    'certificates.sent_for_signature': t`Certificate sent for signature`,
    'certificates.signed_for': t`Certificate signed for by the student`,
    'certificates.spoilt': t`Sheet spoilt`,
    'certificates.withheld': t`Certificate withheld`,
  },
  sentences: {
    'certificates.bound': ({ by, blank, printRun }) =>
      t`${by} assigned it to sheet ${blank} in run ${printRun}`,
    'certificates.printed': ({ by, blank, printRun }) =>
      t`${by} printed it on sheet ${blank} in run ${printRun}`,
    'certificates.spoilt': ({ by, blank, printRun }) =>
      t`Sheet ${blank} was spoilt in run ${printRun}, recorded by ${by}`,
    'certificates.missing': ({ by, blank, printRun }) =>
      t`Sheet ${blank} is missing in run ${printRun}, recorded by ${by}`,
    'certificates.copy_cancelled': ({ by, blank }) => t`${by} cancelled the copy on sheet ${blank}`,
    'certificates.copy_lost': ({ by, blank }) => t`${by} recorded the copy on sheet ${blank} as lost`,
    'certificates.copy_surrendered': ({ by, blank }) => t`${by} took back the copy on sheet ${blank}`,
    'certificates.handed_over': ({ by, handedTo, carrier, bundle }) => {
      if (handedTo !== '') return t`${by} handed it over to ${handedTo}`;
      if (carrier !== '') return t`${by} sent it by post with ${carrier}`;
      return bundle === '' ? t`${by} handed it over in person` : t`${by} handed it over in bundle ${bundle}`;
    },
    'certificates.sent_for_signature': ({ by, blank, office }) =>
      t`${by} sent sheet ${blank} to ${office} for signature`,
    'certificates.back_signed': ({ by, blank, office }) =>
      t`Sheet ${blank} came back signed from ${office}, recorded by ${by}`,
  },
  records: {
    bundle: t`bundle`,
    certificate: t`certificate`,
  },
  fields: {
    bundle: t`Bundle`,
    certificates: t`Certificates`,
    convocationNumber: t`Convocation number`,
    copies: t`Copies`,
    copy: t`Copy`,
    degree: t`Degree`,
    issuedOn: t`Date of issue`,
    deliveredTo: t`Delivered to`,
    signedOn: t`Signed on`,
    modeOfStudy: t`Mode of study`,
    certificateId: t`Certificate`,
  },
  waiting: {
    'certificates.ready': {
      label: { one: t`ready to collect`, many: t`ready to collect` },
      access: 'certificates:hand_over',
      lists: { receiver: 'printedCertificates' },
      address: { stage: 'to_hand_over' },
      order: 5,
    },
    'certificates.to_print': {
      label: { one: t`to print`, many: t`to print` },
      access: 'print_runs:prepare',
      lists: { printer: 'printQueue' },
      address: {},
      order: 6,
    },
    'certificates.revocations': {
      label: { one: t`revocation to confirm`, many: t`revocations to confirm` },
      access: 'certificates:revoke',
      lists: { admin: 'revocations' },
      address: { state: 'proposed' },
      order: 7,
    },
    'certificates.withheld': {
      label: {
        one: t`printed certificate that is withheld`,
        many: t`printed certificates that are withheld`,
      },
      access: 'certificates:read',
      lists: { auditor: 'certificates' },
      address: { stage: 'flagged' },
      order: 8,
    },
    'certificates.facts_missing': {
      label: {
        one: t`certificate that lacks a required fact`,
        many: t`certificates that lack a required fact`,
      },
      access: 'certificates:read',
      lists: { admin: 'printedCertificates', auditor: 'certificates' },
      address: { stage: 'facts_missing' },
      order: 24,
    },
  },
  states: { certificate: certificateStateLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    certificatesWords: typeof words;
  }
}
