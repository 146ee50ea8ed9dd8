import { t } from '#shared/words.ts';
import { typedText } from './fields.ts';
import {
  notLatinSentence,
  type PrintedScript,
  printedScripts,
  unprintableSentence,
} from './printed-scripts.ts';
import { findDamage } from './spreadsheet-damage.ts';
import { findUnprintable } from './unprintable.ts';

/** A joiner joins letters of one script. */
const strayJoiners = new RegExp(
  Object.values(printedScripts)
    .map(({ letters }) => `(?<=[${letters}])[\\u200C\\u200D]+(?=(?![${letters}])\\p{L})`)
    .join('|'),
  'gu',
);

/** A name with its signs as they are stored and printed: one apostrophe, one hyphen, one space. */
export function foldedSigns(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’‛`´ʹʻʼʽ′＇]/g, "'")
    .replace(/[\u2010-\u2013\u2212\uFE63\uFF0D]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(strayJoiners, '');
}

/**
 * A person's name, in one field, as on the marks card; '' if there is none. Which scripts it may have is the
 * university's choice: the server checks it (`assertPrintable`), and forms name the letter while it is typed.
 */
export function PersonName() {
  return typedText()
    .overwrite(foldedSigns)
    .trim()
    .max(120)
    .check(({ value, issues }) => {
      const fault =
        garbledFault(value) ?? (value === '' || /\p{L}/u.test(value) ? null : t`A name has letters.`);
      if (fault) issues.push({ code: 'custom', message: fault, input: value, continue: false });
    });
}

/** The same in Latin letters. */
export function LatinName(missing: string) {
  return PersonName()
    .min(1, missing)
    .check(({ value, issues }) => {
      const fault = latinFault(value);
      if (fault) issues.push({ code: 'custom', message: fault, input: value });
    });
}

/** The same in another script; '' if there is none. */
export function NativeName() {
  return PersonName().check(({ value, issues }) => {
    const [letter] = /\p{Script=Latin}/u.exec(value) ?? [];
    if (letter === undefined || /(?!\p{Script=Latin})\p{L}/u.test(value)) return;
    const message = t`The letter ${letter} is Latin; this field takes the name in the letters of its own language.`;
    issues.push({ code: 'custom', message, input: value });
  });
}

/** Names the first letter that is not Latin or that no font has; null if there is none. */
export function latinFault(name: string): string | null {
  const found = findUnprintable(foldedSigns(name), []);
  return found && notLatinSentence(found);
}

/** Names the first letter that these scripts do not have; null if there is none. */
export function printedFault(name: string, scripts: readonly PrintedScript[]): string | null {
  const found = findUnprintable(foldedSigns(name), scripts);
  return found && unprintableSentence(found, scripts);
}

/** Names the encoding or the font that a program has to convert the name from; null if it can be read. */
function garbledFault(name: string): string | null {
  const damage = findDamage(name, 'name');
  return damage?.code === 'unreadable' ? damage.wanted : null;
}

/** Whether a person should look twice: `Ramesh .`, `LNU`, one letter, a digit. */
export function isDoubtfulName(name: string): boolean {
  return findDamage(foldedSigns(name), 'name')?.level === 'warning';
}
