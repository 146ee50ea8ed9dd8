import { type ScriptTag, scriptFonts } from '#platform/server/typst/fonts.ts';
import { writtenLanguages } from '#shared/scripts.ts';
import { type FieldValue, fieldInBraces, type Line, type SheetField } from '../../template.ts';
import type { CertificateSheet } from './certificate-sheet.ts';

/** Text in one script, which the template sets separately. `script` is the tag of its default language. */
export type Piece = { text: string; lang: string; script: 'latin' | ScriptTag };
/** A line in one row, or in two. */
export type FilledLine = Omit<Line, 'text' | 'language' | 'breaksAfter'> & { rows: Piece[][] };

/** The lines of this sheet, without those that have an empty field or a language the university does not use. */
export function fillLines(
  lines: readonly Line[],
  sheet: Pick<CertificateSheet, 'words' | 'languages'>,
): FilledLine[] {
  return lines.flatMap(({ text, language, breaksAfter = Number.POSITIVE_INFINITY, ...style }) => {
    if (language && !sheet.languages.includes(language)) return [];
    const words = fill(text, sheet.words);
    if (words === null) return [];
    const languages = language ? [language, ...sheet.languages] : sheet.languages;
    const rows = [...words].length > breaksAfter ? halves(words) : [words];
    return [{ ...style, rows: rows.map((row) => piecesOf(row, languages)) }];
  });
}

/** Broken at the space nearest to the middle; one word stays whole. */
function halves(words: string): string[] {
  const spaces = [...words.matchAll(/ /g)].map(({ index }) => index);
  const fromMiddle = (at: number) => Math.abs(2 * at - words.length);
  const [at] = spaces.sort((a, b) => fromMiddle(a) - fromMiddle(b));
  return at === undefined ? [words] : [words.slice(0, at), words.slice(at + 1)];
}

const separator = ' • ';

/**
 * Null if a field is empty. A part in square brackets is left out on its own if its field is empty, together with the
 * separator before it: `{degreeTitle}[ in {subject}]`.
 */
function fill(text: string, words: CertificateSheet['words']): string | null {
  const parts = text.split(/(\[[^\]]*\])/);
  const filled = parts.map((part) => {
    const isOptional = part.startsWith('[');
    const value = fillPart(isOptional ? part.slice(1, -1) : part, words);
    return value === null && isOptional ? '' : value;
  });
  if (filled.includes(null)) return null;
  const whole = filled.join('').replace(/[\s\p{Cc}]+/gu, ' ');
  return whole.replace(/^[ •]+|[ •]+$/g, '') || null;
}

function fillPart(part: string, words: CertificateSheet['words']): string | null {
  let isWhole = true;
  const filled = part.replace(fieldInBraces, (_, field: SheetField, tag?: string) => {
    const value = textOf(words[field], tag);
    if (value === '') isWhole = false;
    return value;
  });
  return isWhole ? filled : null;
}

function textOf(value: FieldValue, tag: string | undefined): string {
  if (typeof value === 'string') return value;
  if (tag) return value[tag] ?? '';
  // Sheets bound before languages were recorded have untagged names, which come last.
  const languages = new Set([...Object.keys(writtenLanguages), ...Object.keys(value)]);
  return [...languages].flatMap((language) => value[language] || []).join(separator);
}

const scripts = Object.values(scriptFonts);

/** A run of an Indian script: its letters, and joiners, spaces and punctuation between two of them. */
const runs = new RegExp(
  scripts.map(({ letters }) => `${letters}(?:[${letters}\\u200c\\u200d .()’'-]*${letters})?`).join('|'),
  'gu',
);

/**
 * Separates Latin and Indian scripts. A script is attributed to the first of the languages written in it: Marathi has
 * letter forms of its own in Devanagari.
 */
export function piecesOf(words: string, languages: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const latin = (end: number) => {
    if (end > at) pieces.push({ text: words.slice(at, end), lang: 'en', script: 'latin' });
  };
  for (const found of words.matchAll(runs)) {
    latin(found.index);
    const { lang: script } = scripts.find(({ letters }) => new RegExp(letters, 'u').test(found[0]))!;
    const lang = [...languages, script].find((tag) => scriptOf(tag) === script)!;
    pieces.push({ text: found[0], lang, script });
    at = found.index + found[0].length;
  }
  latin(words.length);
  return pieces;
}

/** Every other language is written in Devanagari. */
function scriptOf(tag: string): ScriptTag {
  return scripts.find(({ lang }) => lang === tag)?.lang ?? 'hi';
}
