import { createRequire } from 'node:module';
import { namesOf } from '#shared/labels.ts';
import { type PrintedScript, usualScripts } from '#shared/printed-scripts.ts';

/** The fonts of Latin letters in `@expo-google-fonts`; the certificate template names them. */
const latinFiles = [
  'alex-brush/400Regular/AlexBrush_400Regular.ttf',
  'cormorant-garamond/500Medium/CormorantGaramond_500Medium.ttf',
  'cormorant-garamond/500Medium_Italic/CormorantGaramond_500Medium_Italic.ttf',
  'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'cormorant-garamond/700Bold/CormorantGaramond_700Bold.ttf',
];
const weights = ['400Regular', '500Medium', '700Bold'];

/**
 * The other scripts, in the order in which templates fall back to their fonts: each is a family of `@expo-google-fonts`
 * in all weights. `letters` is a class of both JavaScript's and Typst's regular expressions, `lang` the tag of the
 * language that the script is set in by default.
 */
export const scriptFonts = {
  kannada: { family: 'Noto Sans Kannada', letters: '\\p{Script=Kannada}', lang: 'kn' },
  devanagari: { family: 'Noto Serif Devanagari', letters: '\\p{Script=Devanagari}', lang: 'hi' },
  tamil: { family: 'Noto Sans Tamil', letters: '\\p{Script=Tamil}', lang: 'ta' },
  telugu: { family: 'Noto Sans Telugu', letters: '\\p{Script=Telugu}', lang: 'te' },
} as const satisfies Record<PrintedScript, { family: string; letters: string; lang: string }>;
export type ScriptTag = (typeof scriptFonts)[PrintedScript]['lang'];

const allScripts = namesOf(scriptFonts);
/** Loaded for every document, because wording and signs of Latin texts use them. */
const alwaysLoaded = usualScripts;

/** A character class of the letters of all these scripts. */
export const indianLetters = `[${Object.values(scriptFonts)
  .map(({ letters }) => letters)
  .join('')}]`;

/** The scripts whose fonts a document needs. */
export function scriptsIn(text: string): PrintedScript[] {
  return allScripts.filter(
    (script) => alwaysLoaded.includes(script) || new RegExp(scriptFonts[script].letters, 'u').test(text),
  );
}

/** The font files of Latin and these scripts, by default of all. */
export function fontPaths(scripts: readonly PrintedScript[] = allScripts): string[] {
  const { resolve } = createRequire(import.meta.url);
  const files = scripts.flatMap((script) => filesOf(scriptFonts[script].family));
  return [...latinFiles, ...files].map((file) => resolve(`@expo-google-fonts/${file}`));
}

function filesOf(family: string): string[] {
  const folder = family.toLowerCase().replaceAll(' ', '-');
  return weights.map((weight) => `${folder}/${weight}/${family.replaceAll(' ', '')}_${weight}.ttf`);
}
