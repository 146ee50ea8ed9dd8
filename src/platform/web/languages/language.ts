import { i18n, type Messages } from '@lingui/core';
import { createStore } from '#platform/web/api/store.ts';
import { type Language, languages } from '#shared/languages.ts';
import { sayingIn } from '#shared/saying.ts';

const storageKey = 'language';

const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  kn: () => import('./kn.po'),
  hi: () => import('./hi.po'),
};

const shown = createStore<Language>('en');

/** The language of this page; a component that is to be drawn again when it changes asks by `useLanguage`. */
export function currentLanguage(): Language {
  return shown.value;
}

export const useLanguage = shown.use;

/** Loads the catalog of the language that this device used last; English stands in the code and needs none. */
export async function activateLanguage(): Promise<void> {
  i18n.setMessagesCompiler(splitAtPlaceholders);
  rememberWords();
  await show(keptLanguage());
}

type CompiledMessage = ReturnType<Parameters<typeof i18n.setMessagesCompiler>[0]>;

/** English is not compiled at build time: its sentences are words and `{placeholders}`, no plurals. */
function splitAtPlaceholders(message: string): CompiledMessage {
  return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : [part]));
}

/** Goes on in another language, with everything that is open or typed as it is; null is no choice. */
export async function switchLanguage(language: Language | null): Promise<void> {
  if (language === null || language === shown.value) return;
  hasChanged = true;
  await show(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

let asked = 0;
let hasChanged = false;

/** Whether this page was shown in another language before. */
export function hasChangedLanguage(): boolean {
  return hasChanged;
}

async function show(language: Language): Promise<void> {
  asked += 1;
  const own = asked;
  const messages = language === 'en' ? {} : (await catalogs[language]()).messages;
  // Of two choices in a row the later one holds, whichever catalog comes first.
  if (own !== asked) return;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  shown.set(language);
}

type Values = Record<string, unknown>;
/** As the macro calls it: a sentence with its values. */
type Message = { id: string; message?: string; values?: Values };
type Say = (message: Message) => string;

/** Of the page's words, how they were said: labels as they are, and sentences with values in them. */
const labels = new Map<string, Message>();
const sentences = new Map<string, Message>();
/** On a page that is open for days the oldest sentences are no longer seen. */
const mostSentences = 10_000;
let say: Say = (message) => i18n._(message);

function rememberWords(): void {
  const own = i18n._.bind(i18n);
  say = (message) => own(message);
  sayingIn.current = ([label]) => retold(label!);
  Object.assign(i18n, {
    // `<Trans>` gives a name and its parts by themselves, and is drawn anew by itself.
    _(message: Message | string, ...parts: [values?: Values, options?: object]) {
      if (typeof message === 'string') return own(message, ...parts);
      const words = own(message);
      (message.values ? sentences : labels).set(words, message);
      if (sentences.size > mostSentences) sentences.delete(sentences.keys().next().value!);
      return words;
    },
  });
}

/**
 * Words that were made while another language was shown, such as the labels of a declaration, in that of now. What is no
 * sentence of the portal stays as it is.
 */
export function retold(words: string): string {
  const message = labels.get(words) ?? sentences.get(words);
  return message
    ? say(message.values ? { ...message, values: retoldValues(message.values) } : message)
    : words;
}

function retoldValues(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? retold(value) : value]),
  );
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
