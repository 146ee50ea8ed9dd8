import { t } from '#shared/words.ts';

/** What contact details are kept for. */
export const contactPurposes = {
  application: t`to tell you about this application`,
  delivery: t`to send you the certificate`,
  depository: t`to place the award in the national academic depository`,
} as const;
type ContactPurpose = keyof typeof contactPurposes;

type ContactNotice = {
  /** The day from which it was shown. */
  since: string;
  purposes: readonly ContactPurpose[];
  /** After the purposes: what a candidate may do (DPDP Act 2023, s. 5 and 6). */
  sentences: readonly string[];
};

/**
 * What a candidate is told before contact details are kept, by version. A notice that was shown is never edited: another wording
 * or purpose is another version.
 */
export const contactNotices: Readonly<Record<number, ContactNotice>> = {
  1: {
    since: '2026-11-23',
    purposes: ['application', 'delivery', 'depository'],
    sentences: [
      t`You need not give them: the certificate can be collected at the counter without them.`,
      t`You can see and correct them, and withdraw your consent, at the counter where you applied. They are then deleted.`,
      t`Complaints go to the Registrar of the university, and after that to the Data Protection Board of India.`,
    ],
  },
};

/** The version that is shown today. */
export const contactNoticeVersion = Math.max(...Object.keys(contactNotices).map(Number));

/** A notice in full, one paragraph a line; `said` says what was worded while this module was loaded. */
export function linesOfNotice(version: number, said = (words: string) => words): string[] {
  const { purposes, sentences } = contactNotices[version]!;
  const named = purposes.map((purpose) => said(contactPurposes[purpose])).join('; ');
  return [
    t`With your consent the university keeps your mobile number, email address and postal address ${named}.`,
    ...sentences.map(said),
  ];
}
