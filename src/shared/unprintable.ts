import { findStraySign } from '#shared/stray-signs.ts';
import { t } from '#shared/words.ts';
import { type PrintedScript, printedScripts, type Unprintable } from './printed-scripts.ts';

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
