import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { randomNativeName } from '#dev/testing/native-names.ts';
import { seeded } from '#dev/testing/random.ts';
import { compileDocument, withSource } from '#platform/server/typst/compile-document.ts';
import { paperSize } from '../../template.ts';
import { dataOnly } from '../designs/data-only.ts';
import { modern } from '../designs/modern.ts';
import { ornamental } from '../designs/ornamental.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { sampleRun, sampleSheet } from './sample-sheet.testing.ts';

const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
console.log(`NAMES_SEED=${seed}`);
const random = seeded(seed);
const designs = Object.entries({ ornamental, modern, dataOnly });
const names = process.env.LONG_FORMS ? 500 : 8;

/**
 * With spaces where a letter takes less room than its glyphs, letters that are moved apart, marks that are moved back, and
 * joiners behind a letter of several glyphs.
 */
const hard = [
  ...['ಧೊಣ್ಠಿಂ ಶಃಫ್ಷೌ ಶಂರ್ಖೀಂಹಾ', 'ಒಟೃಂಗೌಃಥಗ್ಗ ಶ್ಠಧ್ಣರ್ಣ', 'ಫ್ಡ್ರುಛಿಃಣೈ', 'कंय्शेंगेँछ्नृः ठ्रोंख्क्रैःबं', 'आर्ट्स'],
  ...['ಜೋಸೆಫ್\u200Cಕುಮಾರ್ ಎಕ್ಸ್\u200Cಪ್ರೆಸ್', 'मार्क्स्\u200Cवाद'],
];

type Piece = { text: string; left: number; right: number; baseline: number; size: number };
type Page = { pieces: Piece[]; text: string };

/** What pdf.js copies: without the letter that stands for none (U+2060), and runs of spaces as one. */
async function pagesOf(pdf: Uint8Array): Promise<Page[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: Page[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const height = page.getViewport({ scale: 1 }).height;
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [left, bottom] = [item.transform[4], item.transform[5]] as [number, number];
      const size = Math.abs(item.transform[3]);
      return [{ text: plain(item.str), left, right: left + item.width, baseline: height - bottom, size }];
    });
    pages.push({ pieces, text: plain(items.map((item) => ('str' in item ? item.str : '')).join('')) });
  }
  await loading.destroy();
  return pages;
}

/** A capital and any letters: readers take wide kerning for a space, as between K and h in many a script face. */
function randomWord(): string {
  const letters = Array.from({ length: 4 + random(5) }, () => String.fromCharCode(97 + random(26)));
  return String.fromCharCode(65 + random(26)) + letters.join('');
}

const plain = (text: string) => text.replaceAll('\u2060', '').replace(/\s+/g, ' ');

function render(template: typeof ornamental, sheets: CertificateSheet[]): Uint8Array {
  return compileDocument(certificateDocument({ ...sampleRun, template, sheets }));
}

describe.each(designs)('%s', (_design, template) => {
  test('what is copied from it is what the record has, letter by letter', async () => {
    const sheets = await Promise.all(
      Array.from({ length: names }, (_, index) =>
        sampleSheet({
          words: {
            candidateName: `${randomWord()} ${randomWord()}`,
            candidateNameNative: hard[index] ?? randomNativeName(random, index % 2 ? 'kn' : 'hi'),
            degreeTitles: { kn: 'ಎಂಜಿನಿಯರಿಂಗ್ ಪದವಿ', hi: 'बैचलर ऑफ आर्ट्स' },
          },
        }),
      ),
    );
    const pages = await pagesOf(render(template, sheets));
    for (const [index, { words }] of sheets.entries()) {
      const { text } = pages[index]!;
      expect(text).toContain(words.candidateNameNative);
      expect(text).toContain(words.candidateName);
      if (template === dataOnly) continue;
      for (const field of ['universityNames', 'titles', 'degreeTitles'] as const)
        for (const native of Object.values(words[field])) expect(text).toContain(native);
    }
  });

  test('no text leaves its box or is smaller than its floor, however long the names are', async () => {
    const long = (length: number) => randomWords(length);
    const sheets = await Promise.all(
      Array.from({ length: names }, () =>
        sampleSheet({
          words: {
            candidateName: long(120),
            candidateNameNative: Array.from({ length: 3 }, () => randomNativeName(random, 'kn')).join(' '),
            degreeTitle: long(60),
            subject: long(60),
            college: long(100),
            rank: '',
          },
          languages: ['kn', 'mr', 'hi'],
        }),
      ),
    );
    const boxes = template.boxes.map(({ x, y, width, height, ...box }) => ({
      floor: 'lines' in box ? Math.min(...box.lines.map(({ floor }) => floor)) : 6,
      left: points(x) - 1,
      right: points(x + width) + 1,
      top: points(y) - 0.5,
      bottom: points(y + height) + 0.5,
    }));
    const { width, height } = paperSize(template);
    for (const { pieces } of await pagesOf(render(template, sheets)))
      for (const { text, left, right, baseline, size } of pieces) {
        // From the height of most letters to their depth.
        const [top, bottom] = [baseline - size * 0.7, baseline + size * 0.22];
        const own = boxes.some(
          (box) =>
            left >= box.left &&
            right <= box.right &&
            top >= box.top &&
            bottom <= box.bottom &&
            size > box.floor - 0.01,
        );
        expect(
          own,
          `${text} of ${size} pt from ${left} to ${right} at ${baseline} of ${width} × ${height} mm`,
        ).toBe(true);
      }
  });

  test('leaves room for the third tier of a native name above what is said below it', () => {
    const isName = ({ text }: { text: string }) => text === '{candidateNameNative}';
    const lines = template.boxes
      .map((box) => ('lines' in box ? box.lines : []))
      .find((all) => all.some(isName))!;
    const name = lines.find(isName)!;
    // The tiers of ಲಕ್ಷ್ಮೀ and the height of a letter with its sign, by the bold font.
    const lowest = 0.57 * name.size - (name.below ?? 0);
    for (const { language, size, advance } of lines)
      if (language) expect(advance).toBeGreaterThan(lowest + 0.83 * size);
    // What follows it where the university has no language of its own.
    const next = lines.slice(lines.indexOf(name) + 1).find(({ language }) => !language);
    if (next) expect(next.advance).toBeGreaterThan(lowest + 0.7 * next.size);
  });

  test('is read out as title, name, degree, place, date and number', async () => {
    const pdf = render(template, [await sampleSheet()]);
    const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const page = await (await loading.promise).getPage(1);
    const tree = await page.getStructTree();
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const read = plain(wordsInOrder(tree, textsById(items)));
    await loading.destroy();
    const said = [
      'Degree Certificate',
      'Ananya Krishnamurthy Rao',
      'Bachelor of Engineering',
      'First Class with Distinction',
      'Second rank',
      'May 2025',
      'Bengaluru',
      '5 March 2026',
      '2025/000123',
    ];
    const onPaper = template === dataOnly ? ['Degree Certificate', 'Bengaluru'] : [];
    let at = -1;
    for (const words of said.filter((one) => !onPaper.includes(one))) {
      const next = read.indexOf(words, at + 1);
      expect(next, `${words} in ${read}`).toBeGreaterThan(at);
      at = next;
    }
  });

  test('keeps the rules of PDF/UA-1, which it claims', async () => {
    const document = certificateDocument({ ...sampleRun, template, sheets: [await sampleSheet()] });
    const pdf = withSource(document, (compiler, source) =>
      compiler.pdf(source, { pdfStandard: 'ua-1', creationTimestamp: 0 }),
    );
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  test('is the same file whenever it is rendered', async () => {
    const sheets = [await sampleSheet(), await sampleSheet({ words: { candidateNameNative: '' } })];
    expect(Buffer.from(render(template, sheets)).equals(Buffer.from(render(template, sheets)))).toBe(true);
  });
});

const points = (millimetres: number) => (millimetres * 72) / 25.4;

function randomWords(length: number): string {
  const word = () =>
    Array.from({ length: 3 + random(12) }, () => String.fromCharCode(97 + random(26))).join('');
  let words = word();
  while (words.length < length) words += ` ${word()}`;
  return words.slice(0, length).trim();
}

type Tree = { children?: unknown[] } | { type: string; id: string } | null;

function textsById(items: readonly unknown[]): Map<string, string> {
  const texts = new Map<string, string>();
  let id = '';
  for (const item of items as { type?: string; id?: string; str?: string }[]) {
    if (item.id) id = item.id;
    else if (item.str) texts.set(id, (texts.get(id) ?? '') + item.str);
  }
  return texts;
}

/** The words as the tags have them in order, which need not be the order in which they are drawn. */
function wordsInOrder(node: unknown, texts: Map<string, string>): string {
  const tree = node as Tree;
  if (!tree) return '';
  if ('id' in tree) return ` ${texts.get(tree.id) ?? ''}`;
  return (tree.children ?? []).map((child) => wordsInOrder(child, texts)).join('');
}
