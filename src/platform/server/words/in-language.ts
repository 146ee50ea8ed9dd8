import { readFileSync } from 'node:fs';
import { type Language, languages } from '#shared/languages.ts';
import { currentTranslation, type Translate } from '#shared/translate-label.ts';

// The server writes for one reader at a time: texts of mails, PDFs and files are produced inside `inLanguage`, with the
// same tag `t` and the same catalogs as the screens.

/**
 * Runs `work` with every `t` in that language. It has to be synchronous, so that no other request runs meanwhile: load
 * data before.
 */
export function inLanguage<Result>(
  language: Language,
  work: () => Result extends Promise<unknown> ? never : Result,
): Result {
  const before = currentTranslation.current;
  currentTranslation.current = language === 'en' ? undefined : catalogOf(language).translate;
  try {
    return work();
  } finally {
    currentTranslation.current = before;
  }
}

/** Translates a label that was created in English while a module loaded; other text is returned unchanged. */
export function translated(language: Language, english: string): string {
  return language === 'en' ? english : (catalogOf(language).translate([english], []) ?? english);
}

export function inAllLanguages(english: string): string[] {
  return languages.map((language) => translated(language, english));
}

type Catalog = { translate: Translate };
const catalogs = new Map<Language, Catalog>();

function catalogOf(language: Exclude<Language, 'en'>): Catalog {
  const known = catalogs.get(language);
  if (known) return known;
  const sentences = new Map(
    readCatalog(language).map(({ english, translation }) => [
      partsOf(english).join('\0'),
      order(english, translation),
    ]),
  );
  const catalog: Catalog = {
    translate: (parts, values) =>
      sentences
        .get(parts.join('\0'))
        ?.map((part) => (typeof part === 'string' ? part : values[part]))
        .join(''),
  };
  catalogs.set(language, catalog);
  return catalog;
}

const placeholder = /\{(\w+)\}/;

/** The text between the placeholders. */
function partsOf(message: string): string[] {
  return message.split(placeholder).filter((_, index) => index % 2 === 0);
}

/** A translation as its texts and, in its own order, the indexes of the English placeholders. */
function order(english: string, translation: string): (string | number)[] {
  const names = english.split(placeholder).filter((_, index) => index % 2 === 1);
  return translation.split(placeholder).map((part, index) => (index % 2 === 0 ? part : names.indexOf(part)));
}

export type CatalogEntry = { english: string; translation: string };

/** Parses a catalog in gettext format. */
export function readCatalog(language: Language): CatalogEntry[] {
  const file = new URL(`../../web/languages/${language}.po`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split(/\n\s*\n/)
    .map((block) => ({ english: stringOf('msgid', block), translation: stringOf('msgstr', block) }))
    .filter(({ english, translation }) => english !== '' && translation !== '');
}

function stringOf(name: string, block: string): string {
  const lines = new RegExp(String.raw`^${name} ((?:".*"\s*)+)`, 'm').exec(block)?.[1] ?? '';
  return (lines.match(/"(?:\\.|[^"\\])*"/g) ?? []).map((line) => JSON.parse(line) as string).join('');
}
