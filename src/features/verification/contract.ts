import { z } from 'zod';
import { VerificationCode } from '#features/certificates/verification-code.ts';
import { operation } from '#platform/contract/operation.ts';
import { typedNumber } from '#shared/fields.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

const common = { convocationNumber: z.string(), university: z.string() };

export const GenuineSheet = z.object({
  verdict: z.literal('genuine'),
  ...common,
  candidateName: z.string(),
  candidateNameNative: z.string().nullable(),
  courseDegree: z.string(),
  collegeName: z.string(),
  academicYear: z.string(),
  certificateType: z.string(),
  copyNumber: z.number().int(),
  blankSerial: z.string(),
  printedOn: z.string(),
});
export type GenuineSheet = z.infer<typeof GenuineSheet>;

/** The public answer. The verdicts stay distinct: a revoked certificate is not an unknown one. */
export const Verdict = z.discriminatedUnion('verdict', [
  GenuineSheet,
  z.object({ verdict: z.literal('superseded'), ...common, supersededOn: z.string() }),
  z.object({ verdict: z.literal('revoked'), ...common, revokedOn: z.string(), reason: z.string() }),
  z.object({
    verdict: z.literal('not_issued'),
    ...common,
    /** What became of the sheet in the print room. */
    sheet: z.enum(['not_printed', 'spoilt', 'missing', 'cancelled']),
  }),
  /** Number and serial match; nothing else about it is disclosed. */
  z.object({ verdict: z.literal('issued_before'), ...common, serial: z.string() }),
  /** The portal was restored from a backup and may have lost a sheet with this number. */
  z.object({ verdict: z.literal('around_restore'), university: z.string() }),
  z.object({ verdict: z.literal('unknown'), university: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** Any case and separators. A number of no series is unknown, like one that was never given out. */
const ConvocationNumber = typedNumber()
  .overwrite(bareNumber)
  .regex(/[a-z0-9]/i, t`Enter the convocation number.`)
  .max(80);

/** As printed on a sheet issued before the portal, in whatever form. */
const Serial = typedNumber().overwrite(bareNumber).min(1, t`A serial number looks like B004711.`).max(40);

/** A sheet has a code or, if issued before the portal, only a serial. */
export const VerifyQuestion = z
  .object({ number: ConvocationNumber, code: VerificationCode.optional(), serial: Serial.optional() })
  .refine(({ code, serial }) => (code === undefined) !== (serial === undefined), {
    path: ['code'],
    message: t`Enter the verification code, or the serial number of a sheet without one.`,
  });
export type VerifyQuestion = z.infer<typeof VerifyQuestion>;

/** The places that a specimen points out; one each, except for two signatures. */
export const placesOfSheet = ['number', 'photo', 'qr', 'code', 'serial', 'signature', 'seal'] as const;
export type PlaceOfSheet = (typeof placesOfSheet)[number];

/** A sheet as printed today, with sample data and marked SPECIMEN. */
export const Specimen = z.object({
  /** WebP in base64; not validated. */
  picture: z.string(),
  /** In millimetres. */
  width: z.number(),
  height: z.number(),
  /** Points as fractions of width and height; a marker is centred on its point, or ends or begins there. */
  places: z.array(
    z.object({
      what: z.enum(placesOfSheet),
      x: z.number(),
      y: z.number(),
      lies: z.enum(['before', 'middle', 'after']),
    }),
  ),
});
export type Specimen = z.infer<typeof Specimen>;

export const verificationContract = {
  findSpecimen: operation('GET /verify/specimen', {
    summary:
      'What a certificate of this university looks like: a specimen of a sheet, and where to look on it. Null where none can be drawn.',
    access: 'public',
    reads: ['templates'],
  }).output(z.object({ specimen: Specimen.nullable() })),
  listNumberExamples: operation('GET /verify/number-examples', {
    summary: 'What convocation numbers of this university look like: an example of each pattern.',
    access: 'public',
    reads: ['number_series'],
  }).output(z.object({ examples: z.array(z.string()) })),
  verifyCertificate: operation('GET /verify', {
    summary:
      'Tells anyone whether a sheet with this convocation number and verification code is genuine, or whether one with this number and serial was issued before the portal.',
    access: 'public',
    reads: [],
    errors: ['request.too_many'],
  })
    .input(VerifyQuestion)
    .output(Verdict),
};
