import { findStraySign } from '#shared/stray-signs.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/**
 * The scripts besides Latin that a university can choose for its certificates. `letters` are the characters that every
 * file of the script's fonts has (a test reads the files), as a class of regular expressions, also of PostgreSQL.
 */
export const printedScripts = {
  kannada: {
    name: t`Kannada`,
    letters: '\u0C80-\u0CDB\u0CDD-\u0CFF',
    hardName: 'ಶ್ರೀಮತ್ಸಿದ್ಧಾರ್ಥ ಲಕ್ಷ್ಮೀನರಸಿಂಹಸ್ವಾಮಿ ವಿಶ್ವೇಶ್ವರಯ್ಯ',
  },
  devanagari: {
    name: t`Devanagari`,
    letters: '\u0900-\u097F',
    hardName: 'राष्ट्रकीर्ति लक्ष्मीनारायण चट्टोपाध्याय',
  },
  tamil: { name: t`Tamil`, letters: '\u0B80-\u0BFF', hardName: 'ஸ்ரீலக்ஷ்மி கௌசல்யா கோதண்டராமன்' },
  telugu: { name: t`Telugu`, letters: '\u0C00-\u0C5B\u0C5D-\u0C7F', hardName: 'జ్ఞానేశ్వరి లక్ష్మీనారాయణ విశ్వేశ్వరశర్మ' },
} as const;
export type PrintedScript = keyof typeof printedScripts;

/** Those of a university that has not chosen. */
export const usualScripts: readonly PrintedScript[] = ['kannada', 'devanagari'];

/** What all fonts have, also those of Latin names; without | and •, which stand between languages. */
const latin = ' -{}~\u00A0-\u00A3À-ćĊ-ēĖ-ěĞ-ģĦħĪīĮ-ıĶķĹ-ľŁ-ňŐ-ŕŘ-śŞ-šŤťŪūŮ-ž‘’‚“”„–—…₹';
/** Dandas and joiners, which the fonts of each further script have. */
const indic = '\u0964\u0965\u200C\u200D';

/** Scripts in the words of a sentence, by their name in Unicode. */
const scriptNames = {
  Kannada: printedScripts.kannada.name,
  Devanagari: printedScripts.devanagari.name,
  Tamil: printedScripts.tamil.name,
  Telugu: printedScripts.telugu.name,
  Malayalam: t`Malayalam`,
  Bengali: t`Bengali`,
  Gujarati: t`Gujarati`,
  Gurmukhi: t`Gurmukhi`,
  Oriya: t`Odia`,
  Arabic: t`Arabic`,
  Ol_Chiki: t`Ol Chiki`,
  Meetei_Mayek: t`Meetei Mayek`,
  Sinhala: t`Sinhala`,
  Tibetan: t`Tibetan`,
  Cyrillic: t`Cyrillic`,
  Greek: t`Greek`,
};

/** `script` is '' for what has none, and for rare letters; `isStray` marks a sign without its letter. */
export type Unprintable = { letter: string; script: string; isStray?: true };

/** The first letter of a text that certificates in Latin and these scripts cannot print; null if they print it. */
export function findUnprintable(text: string, scripts: readonly PrintedScript[]): Unprintable | null {
  const composed = text.normalize('NFC');
  const [letter] = unprintedBy(scripts).exec(composed) ?? [];
  if (letter !== undefined) return { letter, script: scriptOf(letter, scripts) };
  const sign = findStraySign(composed);
  return sign === null ? null : { letter: sign, script: '', isStray: true };
}

const patterns = new Map<string, RegExp>();

function unprintedBy(scripts: readonly PrintedScript[]): RegExp {
  const key = scripts.join();
  const known = patterns.get(key);
  if (known) return known;
  const letters = scripts.map((script) => printedScripts[script].letters + indic).join('');
  const pattern = new RegExp(`[^${latin}${letters}]|\\p{Cn}`, 'u');
  patterns.set(key, pattern);
  return pattern;
}

/** Not one of those that are printed, of which this is a rare letter. */
function scriptOf(letter: string, printed: readonly PrintedScript[]): string {
  const own: readonly string[] = printed.map((script) => printedScripts[script].name);
  const found = Object.entries(scriptNames).find(([script]) =>
    new RegExp(`\\p{Script=${script}}`, 'u').test(letter),
  );
  return found && !own.includes(found[1]) ? found[1] : '';
}

/** `The letter ழ is Tamil; the certificate has Latin, Kannada and Devanagari.` */
export function unprintableSentence(found: Unprintable, scripts: readonly PrintedScript[]): string {
  if (found.isStray) return t`The sign ${found.letter} has no letter that it belongs to.`;
  const names = [t`Latin`, ...scripts.map((script) => translateLabel(printedScripts[script].name))];
  const last = names.pop()!;
  const list = names.length === 0 ? last : t`${names.join(', ')} and ${last}`;
  return t`${whatIs(found)}; the certificate has ${list}.`;
}

/** The same for a field of Latin letters. */
export function notLatinSentence(found: Unprintable): string {
  return t`${whatIs(found)}; this field takes Latin letters only, as on the marks card.`;
}

function whatIs({ letter, script }: Unprintable): string {
  if (script !== '') return t`The letter ${letter} is ${translateLabel(script)}`;
  return /\p{L}/u.test(letter)
    ? t`The letter ${letter} cannot be printed`
    : t`The sign ${letter} cannot be printed`;
}
