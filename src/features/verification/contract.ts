import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
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

/** What a stranger learns. The verdicts stay distinct: a revoked paper is not an unknown one. */
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
  /** Number and serial are those of a sheet; nothing else of it is said. */
  z.object({ verdict: z.literal('issued_before'), ...common, serial: z.string() }),
  z.object({ verdict: z.literal('unknown'), university: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** `2025/000123`; a typed `2025-123` or `2025 000123` is understood as well. */
const ConvocationNumber = z
  .string()
  .trim()
  .regex(/^20\d{2}\s*[/\- ]\s*\d{1,6}$/, t`A convocation number looks like 2025/000123.`);

/** Ten characters of Crockford's base 32 in two groups; lower case, spaces and O for 0 are understood. */
const VerificationCode = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z]{5}[\s-]?[0-9A-Za-z]{5}$/, t`A verification code looks like 7K3MQ-X2P9A.`);

/** As it stands on a sheet that was issued before the portal, whatever the university wrote then. */
const WrittenNumber = (sentence: string) => z.string().trim().min(1, sentence).max(40);

/** A sheet has a code or, from before the portal, a serial. */
export const VerifyQuestion = z
  .object({
    number: WrittenNumber(t`A convocation number looks like 2025/000123.`),
    code: VerificationCode.optional(),
    serial: WrittenNumber(t`A serial number looks like B004711.`).optional(),
  })
  .superRefine(({ number, code, serial }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if ((code === undefined) === (serial === undefined))
      refuse('code', t`Enter the verification code, or the serial number of a sheet without one.`);
    const read = ConvocationNumber.safeParse(number);
    if (code !== undefined && !read.success) refuse('number', read.error.issues[0]!.message);
  });
export type VerifyQuestion = z.infer<typeof VerifyQuestion>;

export const verificationContract = {
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
