import { z } from 'zod';
import { Day } from '#shared/fields.ts';

/** Texts by the tag of their language (BCP 47). */
const ByLanguage = z.record(z.string(), z.string());

/** An office that signs, with who held it and the picture of the signature, if there is one. */
export const PrintedOffice = z.object({
  office: z.string(),
  holder: z.string(),
  signs: z.enum(['left', 'right']),
  signatureKey: z.string().nullable(),
});
export type PrintedOffice = z.infer<typeof PrintedOffice>;

/**
 * What a sheet says, kept with it for ever (the table `sheet_facts`) from the moment at which it is bound to a run. Whatever is
 * said of an issued sheet is read here: the application may have been corrected since. A sheet that was bound before a key
 * came to be lacks it, so every further key is optional.
 */
export const SheetFacts = z.object({
  convocationNumber: z.string(),
  /** 0 is the original; 1, 2, … are reprints, and the sheet says which. */
  copyNumber: z.int(),
  /** Of whom the sheet is. The designs of the portal print neither number. */
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  candidateName: z.string(),
  candidateNameNative: z.string().nullable(),
  /** As the sheet names what is awarded. */
  course: z.string(),
  college: z.string(),
  /** The college's, for the desks; the sheet prints the name. */
  collegeCode: z.string(),
  academicYear: z.string(),
  modeOfStudy: z.string(),
  certificateType: z.string(),
  /** What the sheet is headed with; of one without it the certificate type. */
  title: z.string().optional(),
  /** Of border and crest, as the paper has it. */
  colour: z.string(),
  /** 'Given on': the date of the convocation, or the day of preparing where there is none for its year. */
  issuedOn: Day,
  /** SHA-256 of the picture as it is printed; `photo_file_id` beside the facts names the file. */
  photoSha256: z.string(),
  /** As the head of the sheet names it. */
  university: z
    .object({
      name: z.string(),
      names: z.array(z.string()),
      place: z.string(),
      /** Of the picture in the file store; before it was kept there was none. */
      crestKey: z.string().nullable().default(null),
      /** Of `names`, one by one. */
      languages: z.array(z.string()).default([]),
    })
    .optional(),
  /** The title in other languages. */
  titles: ByLanguage.optional(),
  /** What `course` is made of. */
  degree: z
    .object({
      title: z.string(),
      titles: ByLanguage,
      subject: z.string(),
      subjects: ByLanguage,
      faculty: z.string(),
    })
    .optional(),
  /** Of the award record what a sheet can print; the rest is nobody's who holds the sheet. */
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
  /** At which it is given; of a year without one the sheet names none. */
  convocation: z
    .object({ name: z.string(), place: z.string(), ordinance: z.string(), resolution: z.string() })
    .optional(),
  /** Who held the offices that sign on that day. */
  offices: z.array(PrintedOffice).optional(),
  /** It has no pictures of signatures, and is handed over once it came back signed. */
  isSignedByHand: z.literal(true).optional(),
  /** Of template, university, certificate type and colour, as a proof has it. */
  layoutFingerprint: z.string().optional(),
});
export type SheetFacts = z.infer<typeof SheetFacts>;
