import { z } from 'zod';
import { Day } from '#shared/fields.ts';

/** Texts by the tag of their language (BCP 47). */
const ByLanguage = z.record(z.string(), z.string());

/** A signing office, with its holder and the picture of the signature, if any. */
export const PrintedOffice = z.object({
  office: z.string(),
  holder: z.string(),
  signs: z.enum(['left', 'right']),
  signatureKey: z.string().nullable(),
});
export type PrintedOffice = z.infer<typeof PrintedOffice>;

/**
 * What a sheet says, stored permanently in `sheet_facts` from the moment it is bound to a run. Everything shown about
 * an issued sheet is read from here, because the application may have been corrected since. Older sheets lack keys
 * added later, so every new key is optional.
 */
export const SheetFacts = z.object({
  convocationNumber: z.string(),
  /** 0 is the original; 1, 2, … are reprints, which the sheet states. */
  copyNumber: z.int(),
  /** Identify the candidate. The portal's designs print neither number. */
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  candidateName: z.string(),
  candidateNameNative: z.string().nullable(),
  /** The award's name as printed. */
  course: z.string(),
  college: z.string(),
  /** The college's code, for the screens; the sheet prints the name. */
  collegeCode: z.string(),
  academicYear: z.string(),
  modeOfStudy: z.string(),
  certificateType: z.string(),
  /** The sheet's heading; if absent, the certificate type. */
  title: z.string().optional(),
  /** The paper's colour of border and crest. */
  colour: z.string(),
  /** 'Given on': the date of the convocation, or if its year has none, the day the run was prepared. */
  issuedOn: Day,
  /** SHA-256 of the printed picture; `photo_file_id` beside the facts identifies the file. */
  photoSha256: z.string(),
  /** As printed at the top of the sheet. */
  university: z
    .object({
      name: z.string(),
      names: z.array(z.string()),
      place: z.string(),
      /** The crest's key in the file store; null for sheets bound before it was recorded. */
      crestKey: z.string().nullable().default(null),
      /** The language of each of `names`. */
      languages: z.array(z.string()).default([]),
    })
    .optional(),
  /** The title in other languages. */
  titles: ByLanguage.optional(),
  /** The parts of `course`. */
  degree: z
    .object({
      title: z.string(),
      titles: ByLanguage,
      subject: z.string(),
      subjects: ByLanguage,
      faculty: z.string(),
    })
    .optional(),
  /** The part of the award record that a sheet can print; the rest does not concern its holder. */
  award: z
    .object({
      division: z.string(),
      cgpa: z.string(),
      cgpaScale: z.string(),
      percentage: z.string(),
      /** `yyyy-mm` */
      examinationMonth: z.string(),
      rank: z.string(),
    })
    .partial()
    .optional(),
  /** The convocation at which it is given; absent if its year has none. */
  convocation: z
    .object({ name: z.string(), place: z.string(), ordinance: z.string(), resolution: z.string() })
    .optional(),
  /** The holders of the signing offices on that day. */
  offices: z.array(PrintedOffice).optional(),
  /** Printed without pictures of signatures, and handed over only once it came back signed. */
  isSignedByHand: z.literal(true).optional(),
  /** The layout's fingerprint, to compare with proofs. */
  layoutFingerprint: z.string().optional(),
});
export type SheetFacts = z.infer<typeof SheetFacts>;
