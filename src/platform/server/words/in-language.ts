import { readFileSync } from 'node:fs';
import { type Language, languages } from '#shared/languages.ts';
import { type Saying, sayingIn } from '#shared/saying.ts';

// The server writes for one reader at a time: what a mail, a PDF or a file says is made inside `inLanguage`, with the
// tag `t` as on the screens and out of the same catalogs.

/**
 * What `say` gives, with every `t` in it in that language. Nothing is awaited in it, so that no other request is
 * answered in between: what it needs is read before.
 */
export function inLanguage<Said>(
  language: Language,
  say: () => Said extends Promise<unknown> ? never : Said,
): Said {
  const before = sayingIn.current;
  sayingIn.current = language === 'en' ? undefined : catalogOf(language).say;
  try {
    return say();
  } finally {
    sayingIn.current = before;
  }
}

/** A label that was made in English while a module was loaded; what is no sentence of the portal stays as it is. */
export function translated(language: Language, english: string): string {
  return language === 'en' ? english : (catalogOf(language).say([english], []) ?? english);
}

/** A label in English and as the other languages have it. */
export function inAllLanguages(english: string): string[] {
  return languages.map((language) => translated(language, english));
}

type Catalog = { say: Saying };
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
    say: (parts, values) =>
      sentences
        .get(parts.join('\0'))
        ?.map((part) => (typeof part === 'string' ? part : values[part]))
        .join(''),
  };
  catalogs.set(language, catalog);
  return catalog;
}

const placeholder = /\{(\w+)\}/;

/** What stands between the placeholders. */
function partsOf(message: string): string[] {
  return message.split(placeholder).filter((_, index) => index % 2 === 0);
}

/** A translation as its texts and, in its own order, the places of the values in English. */
function order(english: string, translation: string): (string | number)[] {
  const names = english.split(placeholder).filter((_, index) => index % 2 === 1);
  return translation.split(placeholder).map((part, index) => (index % 2 === 0 ? part : names.indexOf(part)));
}

export type CatalogEntry = { english: string; translation: string };

/** The entries of a catalog, as gettext writes them. */
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
