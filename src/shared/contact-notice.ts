import { t } from '#shared/words.ts';

export const contactPurposes = {
  application: t`to tell you about this application`,
  delivery: t`to send you the certificate`,
  depository: t`to place the award in the national academic depository`,
} as const;
type ContactPurpose = keyof typeof contactPurposes;

type ContactNotice = {
  /** The first day on which it was shown. */
  since: string;
  purposes: readonly ContactPurpose[];
  /** After the purposes: the candidate's rights (DPDP Act 2023, s. 5 and 6). */
  sentences: readonly string[];
};

/**
 * The notice shown before contact details are stored, by version. A published notice is never edited: a different
 * wording or purpose is a new version.
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

export const contactNoticeVersion = Math.max(...Object.keys(contactNotices).map(Number));

/**
 * The full text of a notice, one paragraph for each line; `translate` translates texts that were created while this
 * module loaded.
 */
export function linesOfNotice(version: number, translate = (words: string) => words): string[] {
  const { purposes, sentences } = contactNotices[version]!;
  const named = purposes.map((purpose) => translate(contactPurposes[purpose])).join('; ');
  return [
    t`With your consent the university keeps your mobile number, email address and postal address ${named}.`,
    ...sentences.map(translate),
  ];
}
