import { i18n, type Messages } from '@lingui/core';
import { type Language, languages } from '#shared/languages.ts';

const storageKey = 'language';

const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  kn: () => import('./kn.po'),
  hi: () => import('./hi.po'),
};

/** The language of this page. Choosing another one loads the page anew, so it never changes under one. */
export function currentLanguage(): Language {
  return i18n.locale as Language;
}

/** Loads the catalog of the language that this device used last; English stands in the code and needs none. */
export async function activateLanguage(): Promise<void> {
  const language = keptLanguage();
  i18n.setMessagesCompiler(splitAtPlaceholders);
  const messages = language === 'en' ? {} : (await catalogs[language]()).messages;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

type CompiledMessage = ReturnType<Parameters<typeof i18n.setMessagesCompiler>[0]>;

/** English is not compiled at build time: its sentences are words and `{placeholders}`, no plurals. */
function splitAtPlaceholders(message: string): CompiledMessage {
  return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : [part]));
}

/**
 * Goes on in another language by loading the page anew, and says whether it does; null and the language that is shown
 * change nothing, nor does a browser that keeps nothing: it would load for ever.
 */
export function switchLanguage(language: Language | null): boolean {
  if (language === null || language === currentLanguage()) return false;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

function keptLanguage(): Language {
  const kept = readKept();
  return languages.find((language) => language === kept) ?? 'en';
}

function readKept(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
