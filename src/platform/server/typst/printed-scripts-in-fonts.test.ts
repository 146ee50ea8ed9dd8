import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { namesOf } from '#shared/labels.ts';
import { type PrintedScript, printedScripts, usualScripts } from '#shared/printed-scripts.ts';
import { findUnprintable } from '#shared/unprintable.ts';

/** The characters of a TrueType font: its `cmap` of format 12, or of format 4 (OpenType, Character to Glyph Index Mapping Table). */
function charactersOf(file: string): Set<number> {
  const font = readFileSync(file);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((place) => font.toString('latin1', place, place + 4) === 'cmap')!;
  const cmap = font.readUInt32BE(entry + 8);
  const found = new Set<number>();
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    const format = font.readUInt16BE(at);
    if (format === 12) {
      for (let group = at + 16; group < at + 16 + 12 * font.readUInt32BE(at + 12); group += 12)
        for (let point = font.readUInt32BE(group); point <= font.readUInt32BE(group + 4); point += 1)
          found.add(point);
    } else if (format === 4) {
      const double = font.readUInt16BE(at + 6);
      for (let segment = 0; segment < double; segment += 2) {
        const last = font.readUInt16BE(at + 14 + segment);
        const first = font.readUInt16BE(at + 16 + double + segment);
        const delta = font.readUInt16BE(at + 16 + 2 * double + segment);
        const place = at + 16 + 3 * double + segment;
        const offset = font.readUInt16BE(place);
        for (let point = first; point <= last && point < 0xffff; point += 1) {
          const glyph = offset === 0 ? point : font.readUInt16BE(place + offset + 2 * (point - first));
          if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) found.add(point);
        }
      }
    }
  }
  return found;
}

/** What each of these files has. */
function charactersOfAll(files: readonly string[]): Set<number> {
  expect(files.length).toBeGreaterThan(0);
  const [first, ...others] = files.map((file) => charactersOf(fontFile(file)));
  return new Set([...first!].filter((point) => others.every((characters) => characters.has(point))));
}

const { resolve } = createRequire(import.meta.url);
const fontFile = (file: string) => resolve(`@expo-google-fonts/${file}`);

function weightsOf(folder: string, name: string): string[] {
  return ['400Regular', '500Medium', '700Bold'].map((weight) => `${folder}/${weight}/${name}_${weight}.ttf`);
}

const ofScripts: Record<PrintedScript, string[]> = {
  kannada: weightsOf('noto-sans-kannada', 'NotoSansKannada'),
  devanagari: weightsOf('noto-serif-devanagari', 'NotoSerifDevanagari'),
  tamil: weightsOf('noto-sans-tamil', 'NotoSansTamil'),
  telugu: weightsOf('noto-sans-telugu', 'NotoSansTelugu'),
};
const ofLatin = [
  'alex-brush/400Regular/AlexBrush_400Regular.ttf',
  'cormorant-garamond/500Medium/CormorantGaramond_500Medium.ttf',
  'cormorant-garamond/500Medium_Italic/CormorantGaramond_500Medium_Italic.ttf',
  'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'cormorant-garamond/700Bold/CormorantGaramond_700Bold.ttf',
];

/** Every character that a text in Latin and these scripts may have. */
function* printedIn(scripts: readonly PrintedScript[]): Generator<number> {
  for (let point = 0x20; point < 0x1_2000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const character = String.fromCodePoint(point);
    // Signs are printed with a letter before them.
    const before = ['', ...scripts.map((script) => baseLetters[script])];
    const isPrinted = before.some((letter) => !findUnprintable(letter + character, scripts));
    if (isPrinted && character === character.normalize('NFC')) yield point;
  }
}

const baseLetters: Record<PrintedScript, string> = { kannada: 'ಕ', devanagari: 'क', tamil: 'க', telugu: 'క' };

test.each([
  ['Latin', [...ofLatin, ...Object.values(ofScripts).flat()], []],
  ...namesOf(printedScripts).map((script) => [script, ofScripts[script], [script]] as const),
] as const)('what is printable in %s stands in every file of its fonts', (_script, files, scripts) => {
  const held = charactersOfAll(files);
  const printable = [...printedIn(scripts)];
  expect(printable.length).toBeGreaterThan(200);
  expect(printable.filter((point) => !held.has(point)).map((point) => point.toString(16))).toEqual([]);
});

const usual = [
  'Vishwavidya University of Karnataka',
  'ವಿಶ್ವವಿದ್ಯಾ',
  'शिवाजी विद्यापीठ',
  'Śivājī',
  "St. Joseph's (Women’s)",
];
test.each(usual)('%s can be printed', (name) => expect(findUnprintable(name, usualScripts)).toBeNull());

test.each(['ᱥᱟᱱᱛᱟᱲᱤ', 'தமிழ்', 'ꯃꯩꯇꯩ', 'Университет', 'جامعہ', 'A\tB', 'Kṛṣṇa', '்'])('%s cannot', (name) =>
  expect(findUnprintable(name, usualScripts)).not.toBeNull(),
);
