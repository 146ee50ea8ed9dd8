import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { chooseScripts, longNames, nameFates } from '#dev/testing/hard-names.ts';
import { randomNativeName } from '#dev/testing/native-names.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { csvRows } from '#dev/testing/statement-files.testing.ts';
import { unique } from '#dev/testing/unique.ts';
import { importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { dataOnly } from '../designs/data-only.ts';
import { modern } from '../designs/modern.ts';
import { ornamental } from '../designs/ornamental.ts';
import { renderCertificates } from './render-certificates.ts';
import { sampleRun, sampleSheet } from './sample-sheet.testing.ts';

const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
console.log(`NAMES_SEED=${seed}`);
const random = seeded(seed);
const count = process.env.LONG_FORMS ? 400 : 24;
const designs = Object.entries({ ornamental, modern, dataOnly });
const allScripts = ['kannada', 'devanagari', 'tamil', 'telugu'] as const;

afterAll(closeRenderers);

type Name = { latin: string; native: string };
type Piece = { text: string; baseline: number; size: number };

/** The pages of a print file as pdf.js copies them, one text a page, and each piece with its place. */
async function pagesOf(pdf: Uint8Array): Promise<{ text: string; pieces: Piece[] }[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: { text: string; pieces: Piece[] }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const words = items.flatMap((item) => ('str' in item ? [item] : []));
    pages.push({
      text: bare(words.map(({ str, hasEOL }) => str + (hasEOL ? ' ' : '')).join('')),
      pieces: words
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, transform }) => ({
          text: bare(str).trim(),
          baseline: Math.round(transform[5]),
          size: Math.abs(transform[3]),
        })),
    });
  }
  await loading.destroy();
  return pages;
}

/** Without the letter that stands for none, and runs of spaces as one. */
const bare = (text: string) => text.replaceAll('\u2060', '').replace(/\s+/g, ' ').normalize('NFC');

/** Readers guess a space behind a Tamil letter with a sign on each side where another font follows: கௌRamesh. */
const apart = (text: string) => bare(text).replace(/(?<=\p{Script=Tamil}) (?=\P{Script=Tamil})/gu, '');

async function draw(template: typeof ornamental, names: readonly Name[]) {
  const sheets = await Promise.all(
    names.map(({ latin, native }) =>
      sampleSheet({ words: { candidateName: latin, candidateNameNative: native, rank: '' } }),
    ),
  );
  return pagesOf(await renderCertificates({ ...sampleRun, template, sheets }));
}

/** The names that a page does not have as they are. */
async function notCopied(template: typeof ornamental, names: readonly Name[]): Promise<Name[]> {
  const pages = await draw(template, names);
  expect(pages).toHaveLength(names.length);
  return names.filter(({ latin, native }, at) =>
    [latin, native].some((name) => !apart(pages[at]!.text).includes(apart(name))),
  );
}

describe.each(designs)('%s', (_design, template) => {
  test('copied text is the record’s, in five scripts', async () => {
    const languages = ['kn', 'hi', 'ta', 'te'] as const;
    const names = Array.from({ length: Math.ceil(count / 4) }, () =>
      languages.map((language) => ({
        latin: pick(random, ["Maria D'Souza", 'Śrīnivāsa Āchārya', 'N.V.S.S.R.K.V.Prasad Rao']),
        native: randomNativeName(random, language),
      })),
    ).flat();
    expect(await notCopied(template, names)).toEqual([]);
  });

  test('a long name has two lines that can be read, and is copied as one; another stands in one line', async () => {
    const short = ['Ramesh', 'Sathyanarayanamurthyvenkataramanasubrahmanyam'];
    const latins = [...longNames, ...short];
    const pages = await draw(
      template,
      latins.map((latin) => ({ latin, native: '' })),
    );
    for (const [at, latin] of latins.entries()) {
      const parts = pages[at]!.pieces.filter(({ text }) => text.length > 4 && latin.includes(text));
      const lines = new Set(parts.map(({ baseline }) => baseline)).size;
      expect(lines, latin).toBe(short.includes(latin) ? 1 : 2);
      for (const { size } of parts) expect(size, latin).toBeGreaterThanOrEqual(11.99);
      expect(pages[at]!.text).toContain(latin);
    }
  });
});

// What people and programs put into names: words, signs of every kind, and any character there is.
const signs =
  ' .,\'’‘`´()/-–—&@?!;:#*"+=<>|\\_~^%$§°·•…0123456789०೧௧౨ªºßðþŁøĳſﬁ½\u00AD\u200B\u200C\u200D\u2060\uFEFF';
const words = [
  ...nameFates.map(({ typed }) => typed),
  ...longNames,
  'ಕ್ಷ್ಮೀ',
  'र्क्ष्य',
  'ஸ்ரீ',
  'జ్ఞ',
  'ಅರ್ಜುನ್ಾ',
  'ा',
  '்',
];

function randomCharacter(): string {
  const [from, to] = pick(random, [
    [0x20, 0x2af],
    [0x300, 0x36f],
    [0x900, 0x97f],
    [0xb80, 0xbff],
    [0xc00, 0xcff],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
    [0x20, 0x1ffff],
  ] as const);
  const point = from + random(to - from + 1);
  return point >= 0xd800 && point < 0xe000
    ? 'x'
    : String.fromCodePoint(point).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}"]/gu, 'x');
}

function randomName(isNative: boolean): string {
  const word = () =>
    isNative ? randomNativeName(random, pick(random, ['kn', 'hi', 'ta', 'te'])) : 'Asha Rao';
  const parts = [word, () => pick(random, [...signs]), () => pick(random, words), randomCharacter];
  return Array.from({ length: 1 + random(3) }, () => pick(random, parts)())
    .join(pick(random, ['', '', ' ']))
    .slice(0, 118);
}

describe('what the doors take', () => {
  test(`is drawn on every design, and what they refuse names its letter (NAMES_SEED=${seed})`, async () => {
    const { portal, office } = await fileOffice();
    await chooseScripts(portal, ...allScripts);
    const [receiver, admin] = await portal.asEach('receiver', 'admin');
    const randomPair = () => ({
      latin: `${pick(random, ['', 'Asha '])}${randomName(false)}`.toWellFormed(),
      native: random(3) ? randomName(true).toWellFormed() : '',
    });
    // One at least is taken, whatever chance refuses.
    const tried = [{ latin: 'Asha Rao', native: 'ಆಶಾ ರಾವ್' }, ...Array.from({ length: count }, randomPair)];

    const header =
      'College code|Registration number|Exam roll number|Student name|Name in Kannada or Devanagari|Address';
    const rows = tried.map(({ latin, native }) => {
      const number = unique();
      return ['COL001', `PR${number}`, `${77_000_000 + number}`, latin, native, 'Mysuru'];
    });
    const id = await uploadSpreadsheet(admin, 'students', csvRows([header.split('|'), ...rows]));
    await importIn(admin, id, 'checked');
    const { rows: faults } = await admin.api.imports.listImportFaults({ id, limit: 100 });

    const accepted = new Map<string, Name>();
    for (const [at, { latin, native }] of tried.entries()) {
      const shown = JSON.stringify([latin, native]);
      const counter = await orRefused(
        receiveApplication(receiver, office, { candidateName: latin, candidateNameNative: native }),
        shown,
      );
      const master = await orRefused(
        admin.api.students.addStudent(studentEntry(office, { name: latin, nameNative: native })),
        shown,
      );
      expect(counter === 'refused', `counter and master: ${shown}`).toBe(master === 'refused');
      if (counter !== 'refused') {
        const { candidateName, candidateNameNative } = await receiver.api.applications.getApplication({
          id: counter,
        });
        accepted.set(shown, { latin: candidateName, native: candidateNameNative ?? '' });
      }
      // A damaged cell is a fault of the file alone.
      const ofRow = faults.filter(({ rowNumber, level }) => rowNumber === at + 2 && level === 'error');
      if (counter === 'refused' && faults.length < 100) expect(ofRow, `upload: ${shown}`).not.toEqual([]);
      for (const { field, code, wanted } of ofRow.filter((fault) => fault.code === 'format')) {
        const cell = (field === 'name' ? latin : native).normalize('NFC');
        const hasLetter = /\p{L}/u.test(cell);
        const isNamed = [...cell].some((letter) => letter.trim() !== '' && wanted.includes(letter));
        expect(!hasLetter || isNamed, `${code} of ${shown}: ${wanted}`).toBe(true);
      }
    }
    expect(accepted.size, 'some are taken').toBeGreaterThan(0);
    for (const [, template] of designs) expect(await notCopied(template, [...accepted.values()])).toEqual([]);
  }, 1_800_000);
});
