import { t } from '#shared/words.ts';
import { type ReadSource, readSource, type Word } from './read-source.ts';

/** A faulty line of a drawing, from 1; the compiler's message, if any; and what is expected there. */
export type DrawingFault = { line: number; said?: string; wanted: string };

/** Typst functions that reach beyond the sheet; `std` and `pdf` give access to more of them. */
const forbidden: { names: readonly string[]; wanted: string }[] = [
  {
    names: ['import', 'include', 'plugin'],
    wanted: t`All of it in this one file: no import, no package and no plugin.`,
  },
  {
    names: ['read', 'image', 'json', 'csv', 'toml', 'yaml', 'xml', 'cbor', 'bibliography', 'raw', 'pdf'],
    wanted: t`Nothing from files or the network: a drawing has lines, shapes and texts.`,
  },
  { names: ['while'], wanted: t`A loop that comes to its end: for instead of while.` },
  {
    names: ['eval', 'std', 'sys', 'state', 'counter', 'query', 'metadata', 'locate', 'here', 'document'],
    wanted: t`Nothing but the sheet that it is given: no eval, std, sys, state, counter or query.`,
  },
];
const fields = ['today'];

/** Lines where a drawing would do something forbidden, found without running it. */
export function forbiddenWords(source: string): DrawingFault[] {
  const { words } = readSource(source);
  const faults = words.flatMap((word) => {
    const wanted = wantedInsteadOf(word);
    return wanted === null ? [] : [{ line: word.line, wanted }];
  });
  if (!definesDraw(words))
    faults.push({ line: 1, wanted: t`The definition of draw(sheet), which draws a sheet.` });
  return faults.filter(
    ({ line, wanted }, index) =>
      faults.findIndex((other) => other.line === line && other.wanted === wanted) === index,
  );
}

function wantedInsteadOf({ text, isField, isKey, isDefined, inside }: Word): string | null {
  if (isField)
    return fields.includes(text) ? t`The date of the sheet, issuedOn, which stays the same.` : null;
  if (isKey) return null;
  if (!isDefined && inside.includes(text)) return t`A function that does not call itself.`;
  return forbidden.find(({ names }) => names.includes(text))?.wanted ?? null;
}

function definesDraw(words: ReadSource['words']): boolean {
  return words.some(({ text, isDefined }) => isDefined && text === 'draw');
}
