import { i18n, type Messages } from '@lingui/core';
import { createStore } from '#platform/web/api/store.ts';
import { type Language, languages } from '#shared/languages.ts';
import { currentTranslation } from '#shared/translate-label.ts';

const storageKey = 'language';

type Catalog = () => Promise<{ messages: Messages }>;

/** What the sign-in page says, and the rest; where nothing was built, each has everything. */
const catalogs: Record<Exclude<Language, 'en'>, readonly [Catalog, Catalog]> = {
  kn: [() => import('./kn.po'), () => import('./kn.po?lingui')],
  hi: [() => import('./hi.po'), () => import('./hi.po?lingui')],
};

const shown = createStore<Language>('en');

/** The language of this page; components that have to re-render on a change call `useLanguage`. */
export function currentLanguage(): Language {
  return shown.value;
}

export const useLanguage = shown.use;

/** Loads what the sign-in page says in this device's last language; English texts are in the code. */
export async function activateLanguage(): Promise<void> {
  i18n.setMessagesCompiler(splitAtPlaceholders);
  trackMessages();
  await show(storedLanguage());
}

type CompiledMessage = ReturnType<Parameters<typeof i18n.setMessagesCompiler>[0]>;

/** English is not compiled at build time: its messages are text with `{placeholders}`, without plurals. */
function splitAtPlaceholders(message: string): CompiledMessage {
  return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : [part]));
}

/** Switches the language, keeping open and typed state; null does nothing. */
export async function switchLanguage(language: Language | null): Promise<void> {
  if (language === null || language === shown.value) return;
  hasChanged = true;
  await show(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the choice is lost with the page.
  }
}

let isWhole = false;

/** Loads what the other pages say, before they load. If it cannot be loaded, they are in English. */
export async function loadWholeLanguage(): Promise<void> {
  if (isWhole) return;
  isWhole = true;
  await show(shown.value).catch(() => {
    isWhole = false;
  });
}

/** All messages, or those of the sign-in page, by their ids. */
export async function messagesOf(language: Exclude<Language, 'en'>, whole = isWhole): Promise<Messages> {
  const [first, rest] = catalogs[language];
  const parts = await Promise.all(whole ? [first(), rest()] : [first()]);
  return Object.assign({}, ...parts.map(({ messages }) => messages));
}

let latestRequest = 0;
let hasChanged = false;

/** Whether the page's language was ever changed. */
export function hasChangedLanguage(): boolean {
  return hasChanged;
}

async function show(language: Language): Promise<void> {
  latestRequest += 1;
  const own = latestRequest;
  const messages = language === 'en' ? {} : await messagesOf(language);
  // Of two quick changes the later one wins, whichever catalog loads first.
  if (own !== latestRequest) return;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  shown.set(language);
}

type Values = Record<string, unknown>;
/** The macro's message: a template with its values. */
type Message = { id: string; message?: string; values?: Values };
type Translate = (message: Message) => string;

/** The messages behind displayed texts: labels, and sentences with values. */
const labels = new Map<string, Message>();
const sentences = new Map<string, Message>();
/** On a page that is open for days the oldest sentences are no longer visible. */
const maximumSentences = 10_000;
let translate: Translate = (message) => i18n._(message);

function trackMessages(): void {
  const own = i18n._.bind(i18n);
  translate = (message) => own(message);
  currentTranslation.current = ([label]) => translateText(label!);
  Object.assign(i18n, {
    // `<Trans>` passes id and values separately, and re-renders by itself.
    _(message: Message | string, ...parts: [values?: Values, options?: object]) {
      if (typeof message === 'string') return own(message, ...parts);
      const words = own(message);
      if (message.values) sentences.set(words, message);
      // Hindi and Kannada have no capitals: `Findings` and `finding` may be one label, of which the first is a heading's.
      else if (!labels.has(words) || !/^[a-z]/.test(message.message ?? '')) labels.set(words, message);
      if (sentences.size > maximumSentences) sentences.delete(sentences.keys().next().value!);
      return words;
    },
  });
}

/**
 * Translates a text that was created in another language, such as the label of a declaration, into the current one.
 * Text that is not a message of the portal is returned unchanged.
 */
export function translateText(words: string): string {
  const message = labels.get(words) ?? sentences.get(words);
  return message
    ? translate(message.values ? { ...message, values: translateValues(message.values) } : message)
    : words;
}

function translateValues(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? translateText(value) : value]),
  );
}

function storedLanguage(): Language {
  const kept = readStored();
  return languages.find((language) => language === kept) ?? 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
