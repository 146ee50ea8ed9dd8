import { z } from 'zod';
import { Id, Moment, Version } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';
import { PageRequest, pageOf, RowCount, SearchTerm, sortOf } from '#shared/paging.ts';
import { t } from '#shared/words.ts';

export const certificateStates = ['to_print', 'in_run', 'printed', 'handed_over', 'revoked'] as const;
export type CertificateState = (typeof certificateStates)[number];

export const Certificate = z.object({
  id: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  courseDegree: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  chosenColour: z.string(),
  certificateType: z.string(),
  selectedPaper: z.string(),
  paperId: Id,
  state: z.enum(certificateStates),
  /** When it was verified, that is since when it waits to be printed. */
  createdAt: Moment,
  printedAt: Moment.nullable(),
  handedOverAt: Moment.nullable(),
  collectedBy: z.string().nullable(),
  /** Since when it is withheld, because a draft that paid for it came back. */
  withheldAt: Moment.nullable(),
  /** The serial number of the valid copy's blank; null before it is printed. */
  blankSerial: z.string().nullable(),
  version: Version,
});
export type Certificate = z.infer<typeof Certificate>;

export const CertificateFilters = z.object({
  search: SearchTerm,
  /** `printed` counts those that were handed over too; `flagged` are those of them that are withheld, a draft having come back. */
  stage: z.enum(['waiting', 'in_run', 'printed', 'handed_over', 'flagged', 'all']).default('all'),
  paperId: z.uuid().optional(),
  certificateType: z.string().max(60).optional(),
});
export type CertificateFilters = z.infer<typeof CertificateFilters>;

/** The kind of paper only. UGC's letter of 1 September 2023: no Aadhaar number on or beside a degree. */
const IdentityPaper = z
  .string()
  .trim()
  .min(2, t`Write which identity paper was seen.`)
  .max(120)
  .refine((text) => !/(\d[ -]?){12}/.test(text), t`Write the kind of paper only, never an Aadhaar number.`);

export const certificatesContract = {
  listCertificates: operation({
    method: 'GET',
    path: '/certificates',
    summary: 'A page of the certificates in the scope of the caller.',
    access: 'certificates:read',
  })
    .input(
      CertificateFilters.extend(PageRequest.shape).extend({
        sort: sortOf(['createdAt', 'printedAt', 'convocationNumber']).default('-createdAt'),
      }),
    )
    .output(pageOf(Certificate)),
  countCertificates: operation({
    method: 'GET',
    path: '/certificates/count',
    summary: 'The exact number of certificates that the filters leave.',
    access: 'certificates:read',
  })
    .input(CertificateFilters)
    .output(RowCount),
  handOverCertificate: operation({
    method: 'POST',
    path: '/certificates/{id}/hand-over',
    summary: 'Records that the printed certificate was given to a person whose identity was seen.',
    access: 'certificates:hand_over',
    errors: ['certificates.not_found', 'certificates.not_printed', 'certificates.withheld', 'records.stale'],
  })
    .input(
      z.object({
        id: Id,
        version: Version,
        collectedBy: z.string().trim().min(2, t`Write who collected it.`).max(120),
        identitySeen: IdentityPaper,
      }),
    )
    .output(z.object({ version: Version })),
};
