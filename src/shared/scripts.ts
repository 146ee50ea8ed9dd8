import { t } from '#shared/words.ts';
import { type PrintedScript, printedScripts } from './printed-scripts.ts';

/**
 * Languages besides English in which a university writes, by tag (BCP 47), with their script; the state's language
 * before Hindi. These are the languages of the Eighth Schedule to the Constitution whose script can be printed.
 */
export const writtenLanguages = {
  kn: { name: t`Kannada`, script: 'kannada' },
  ta: { name: t`Tamil`, script: 'tamil' },
  te: { name: t`Telugu`, script: 'telugu' },
  mr: { name: t`Marathi`, script: 'devanagari' },
  sa: { name: t`Sanskrit`, script: 'devanagari' },
  kok: { name: t`Konkani`, script: 'devanagari' },
  ne: { name: t`Nepali`, script: 'devanagari' },
  hi: { name: t`Hindi`, script: 'devanagari' },
} as const satisfies Record<string, { name: string; script: PrintedScript }>;
export type WrittenLanguage = keyof typeof writtenLanguages;

export function isWrittenLanguage(tag: string): tag is WrittenLanguage {
  return Object.hasOwn(writtenLanguages, tag);
}

/** Whether all letters are of the language's own script. */
export function isWrittenIn(tag: WrittenLanguage, text: string): boolean {
  const { letters } = printedScripts[writtenLanguages[tag].script];
  const own = [...text].filter((character) => /\p{L}/u.test(character));
  const isOwn = new RegExp(`[${letters}]`, 'u');
  return own.length > 0 && own.every((letter) => isOwn.test(letter));
}
