import type { Messages } from '@lingui/core';
import { type Language, languages } from '#shared/languages.ts';
import { currentLanguage, messagesOf } from './language.ts';

const catalogOf = async (language: Language): Promise<Messages> =>
  language === 'en' ? (await import('./en.po')).messages : messagesOf(language, true);

const scripts: Record<Language, RegExp> = {
  en: /[a-z]/i,
  kn: /\p{Script=Kannada}/u,
  hi: /\p{Script=Devanagari}/u,
};

/** The language of the typed script; null if it is that of the page. */
export function languageOf(text: string): Language | null {
  const typed = languages.find((language) => scripts[language].test(text)) ?? null;
  return typed === currentLanguage() ? null : typed;
}

/** Translations of the page's sentences into another language; only for those without placeholders. */
export async function inLanguage(
  language: Language,
  sentences: readonly string[],
): Promise<Map<string, string>> {
  const [own, other] = await Promise.all([catalogOf(currentLanguage()), catalogOf(language)]);
  const wanted = new Set(sentences);
  const found = new Map<string, string>();
  for (const [id, message] of Object.entries(own)) {
    const [sentence, translated] = [plainText(message), plainText(other[id])];
    if (sentence !== null && translated !== null && wanted.has(sentence)) found.set(sentence, translated);
  }
  return found;
}

function plainText(message: Messages[string] | undefined): string | null {
  if (typeof message === 'string') return message;
  const [only, ...more] = message ?? [];
  return typeof only === 'string' && more.length === 0 ? only : null;
}
