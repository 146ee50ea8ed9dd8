import { t } from '#shared/words.ts';

/**
 * The languages in which a university writes beside English, by their tags (BCP 47), with the script that sheets print
 * them in, the language of the state before Hindi. These are those of the Eighth Schedule to the Constitution for whose script the sheet has a font.
 */
export const writtenLanguages = {
  kn: { name: t`Kannada`, letters: /\p{Script=Kannada}/u },
  mr: { name: t`Marathi`, letters: /\p{Script=Devanagari}/u },
  sa: { name: t`Sanskrit`, letters: /\p{Script=Devanagari}/u },
  kok: { name: t`Konkani`, letters: /\p{Script=Devanagari}/u },
  ne: { name: t`Nepali`, letters: /\p{Script=Devanagari}/u },
  hi: { name: t`Hindi`, letters: /\p{Script=Devanagari}/u },
} as const;
export type WrittenLanguage = keyof typeof writtenLanguages;

export function isWrittenLanguage(tag: string): tag is WrittenLanguage {
  return Object.hasOwn(writtenLanguages, tag);
}

/** Letters of the language's own script with what stands between them. */
export function isWrittenIn(tag: WrittenLanguage, text: string): boolean {
  const { letters } = writtenLanguages[tag];
  const own = [...text].filter((character) => /\p{L}/u.test(character));
  return own.length > 0 && own.every((letter) => letters.test(letter));
}

/** The letters of the scripts beside Latin that sheets are printed in, as PostgreSQL's regular expressions have them. */
export const letterRanges = { devanagari: '[\u0900-\u097f]', kannada: '[\u0c80-\u0cff]' };
