import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPrintable } from '#shared/printed-letters.ts';
import { fontPaths } from './compile-document.ts';

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

/** What every weight of a family has. */
function charactersOfFamily(name: string): Set<number> {
  const files = fontPaths()
    .filter((file) => file.includes(`/${name}/`))
    .map(charactersOf);
  expect(files.length, name).toBeGreaterThan(0);
  return new Set([...files[0]!].filter((point) => files.every((file) => file.has(point))));
}

test('what is printable stands in the fonts of papers, and so in those of certificates', () => {
  const held = new Set([
    ...charactersOfFamily('noto-sans-kannada'),
    ...charactersOfFamily('noto-serif-devanagari'),
  ]);
  const lacking: string[] = [];
  for (let point = 0x20; point < 0x12000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const character = String.fromCodePoint(point);
    if (/\p{Cn}/u.test(character) || character !== character.normalize('NFC')) continue;
    if (isPrintable(character) && !held.has(point)) lacking.push(`${point.toString(16)} ${character}`);
  }
  expect(lacking).toEqual([]);
});

test.each([
  'Vishwavidya University of Karnataka',
  'ವಿಶ್ವವಿದ್ಯಾ',
  'शिवाजी विद्यापीठ',
  'Śivājī',
  "St. Joseph's (Women’s)",
])('%s can be printed', (name) => expect(isPrintable(name)).toBe(true));

test.each(['ᱥᱟᱱᱛᱟᱲᱤ', 'தமிழ்', 'ꯃꯩꯇꯩ', 'Университет', 'جامعہ', 'A\tB'])('%s cannot', (name) =>
  expect(isPrintable(name)).toBe(false),
);
