import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { dataOnly } from '#features/certificates/server/designs/data-only.ts';
import { modern } from '#features/certificates/server/designs/modern.ts';
import { ornamental } from '#features/certificates/server/designs/ornamental.ts';
import { certificateDocument } from '#features/certificates/server/typst/certificate-document.ts';
import type {
  CertificateRun,
  CertificateSheet,
} from '#features/certificates/server/typst/certificate-sheet.ts';
import { sampleRun, sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { compileDocument } from '#platform/server/typst/compile-document.ts';
import { fontPaths } from '#platform/server/typst/fonts.ts';
import { joinPdfs } from '#platform/server/typst/join-pdfs.ts';
import { hardNames, randomSyllables, type Script } from './hard-names.ts';
import { candidate, crestColour, printOfficeDocuments } from './office-documents.ts';
import {
  copied,
  fontsOf,
  inkOf,
  isAlike,
  pagePictures,
  pageTexts,
  placedWords,
  readWithZbar,
  run,
  testWith,
  withFile,
} from './pdf-tools.ts';
import { type Claim, findFaults, hasVeraPdf } from './verapdf.ts';

const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
console.log(`NAMES_SEED=${seed}`);
const random = seeded(seed);
const designs = { ornamental, modern, 'data only': dataOnly };
const sheetsOfDesign = Number(process.env.NAMES ?? 334);

/** A picture with an alpha channel, as crests and signatures have. */
const strokes = {
  width: 900,
  height: 300,
  channels: 4,
  background: { r: 0, g: 0, b: 90, alpha: 0.4 },
} as const;
const picture = await sharp({ create: strokes }).png().toBuffer();

type Printed = { design: string; template: TemplateContent; sheets: CertificateSheet[]; pdf: Uint8Array };
let printed: Printed[];

beforeAll(async () => {
  printed = [];
  for (const [design, template] of Object.entries(designs)) {
    const sheets = await Promise.all(
      Array.from({ length: sheetsOfDesign }, (_, index) => randomSheet(index)),
    );
    const pdf = render({ ...sampleRun, template, crest: picture, sheets });
    printed.push({ design, template, sheets, pdf });
  }
}, 600_000);

/** As a run is composed, in parts of fifty, but without its limit of time. */
function render({ sheets, ...run }: CertificateRun): Uint8Array {
  const starts = Array.from({ length: Math.ceil(sheets.length / 50) }, (_, part) => part * 50);
  const parts = starts.map((start) => ({ ...run, sheets: sheets.slice(start, start + 50) }));
  return joinPdfs(parts.map((part) => compileDocument(certificateDocument(part))));
}

const scripts = ['kn', 'hi', 'ta', 'te'] as const;

/** The hard names first, then random ones; one of forty has no native name and no picture of a signature. */
async function randomSheet(index: number): Promise<CertificateSheet> {
  const script = scripts[index % scripts.length]!;
  const isBare = index % 40 === 39;
  const native = hardNames[script][Math.floor(index / scripts.length)] ?? randomSyllables(random, script);
  const code = `${randomLetters(5)}-${randomLetters(5)}`.toUpperCase();
  const number = `2025/${String(index + 1).padStart(6, '0')}`;
  const inScripts = () => ({ kn: randomSyllables(random, 'kn'), hi: randomSyllables(random, 'hi') });
  const signature = (office: string) => ({ office, holder: randomName(2), picture: isBare ? null : picture });
  return sampleSheet({
    words: {
      candidateName: randomName(1 + random(5)),
      candidateNameNative: isBare ? '' : native,
      degreeTitle: `Bachelor of ${randomName(1 + random(4))}`,
      degreeTitles: inScripts(),
      subject: randomName(1 + random(6)),
      subjects: inScripts(),
      convocationNumber: number,
      verificationCode: code,
    },
    signatures: { left: signature('Registrar'), right: signature('Vice-Chancellor') },
    verifyUrl: `https://convocation.example.ac.in/verify?n=${encodeURIComponent(number)}&c=${code}`,
  });
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => pick(random, [...'abcdefghijklmnopqrstuvwxyz'])).join('');
}

function randomName(words: number): string {
  const word = () => randomLetters(1).toUpperCase() + randomLetters(2 + random(9));
  return Array.from({ length: words }, word).join(' ').slice(0, 60);
}

/** Each text of a sheet that is not copied from its page. */
function textsLost({ words }: CertificateSheet, page: string, template: TemplateContent): string[] {
  const ofAll = ['candidateName', 'candidateNameNative', 'degreeTitle', 'subject'] as const;
  const numbers = ['convocationNumber', 'verificationCode'] as const;
  const ofFull = template === dataOnly ? [] : (['universityNames', 'titles', 'degreeTitles'] as const);
  const texts = [...ofAll, ...numbers, ...ofFull].flatMap((field) => {
    const value = words[field];
    return typeof value === 'string' ? value : Object.values(value);
  });
  return texts.filter((text) => !says(page, text));
}

/** As words of their own: with a syllable that is read twice beside it, it is another text. */
function says(page: string, text: string): boolean {
  const wanted = copied(text).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}])${wanted}(?![\\p{L}\\p{M}])`, 'u').test(page);
}

describe('certificates', () => {
  test.skipIf(!hasVeraPdf)(
    'of every design are PDF/A-2a and PDF/UA-1, alone and joined (veraPDF)',
    async () => {
      const claims: Claim[] = [];
      // A run of more than fifty is joined from parts.
      for (const { design, template, sheets } of printed)
        for (const count of [1, 60]) {
          const run = { ...sampleRun, template, crest: picture, sheets: sheets.slice(0, count) };
          const pdf = render(run);
          for (const flavour of ['2a', 'ua1'] as const)
            claims.push({ name: `${design}, ${count} sheets`, pdf, flavour });
        }
      expect(findFaults(claims)).toEqual([]);
    },
  );

  testWith(['qpdf'], 'have no error of syntax, joined ones too', async () => {
    for (const { design, pdf } of printed) expectSound(design, pdf);
  });

  testWith(['pdftotext'], 'are copied as the record has them, a thousand native names', async () => {
    for (const { design, template, sheets, pdf } of printed) {
      const pages = pageTexts(pdf);
      expect(pages).toHaveLength(sheets.length);
      const lost = sheets.flatMap((sheet, index) =>
        textsLost(sheet, pages[index]!, template).map((text) => `${text} in: ${pages[index]}`),
      );
      expect(lost, design).toEqual([]);
    }
  });

  testWith(['pdftotext'], 'have every word within a box of their template', async () => {
    for (const { design, template, pdf } of printed) {
      const boxes = template.boxes.filter(({ kind }) => kind === 'text' || kind === 'signature');
      const outside = placedWords(pdf).flatMap((words, index) =>
        words
          .filter(({ left, right, top, bottom }) => {
            const middle = (top + bottom) / 2;
            return !boxes.some(
              ({ x, y, width, height }) =>
                left > x - 0.5 && right < x + width + 0.5 && middle > y && middle < y + height,
            );
          })
          .map((word) => `page ${index + 1}: ${JSON.stringify(word)}`),
      );
      expect(outside, design).toEqual([]);
    }
  });

  testWith(['pdfinfo'], 'are read out under a heading, in paragraphs', async () => {
    for (const { design, sheets, pdf } of printed) {
      const tree = withFile(pdf, (file) => run('pdfinfo', ['-struct', file]).toString());
      expect(tree.match(/^ *H1\b/gm), design).toHaveLength(sheets.length);
      expect(tree.match(/^ *P\b/gm)!.length, design).toBeGreaterThan(3 * sheets.length);
    }
  });

  testWith(['pdftoppm', 'zbarimg'], 'have a QR code that two readers read at 150 dpi, 3° askew', async () => {
    for (const { design, sheets, pdf } of printed)
      for (const [index, page] of pagePictures(pdf, { dpi: 150, last: 3 }).entries())
        for (const angle of [3, -3]) {
          const askew = await sharp(page).rotate(angle, { background: '#fff' }).greyscale().png().toBuffer();
          const { verifyUrl } = sheets[index]!;
          expect(readWithZbar(askew), design).toEqual([verifyUrl]);
          expect(
            (await readQrCodes(askew)).map(({ text }) => text),
            design,
          ).toEqual([verifyUrl]);
        }
  });
});

describe('native names', () => {
  const em = 100;
  const size = 50;

  /** The sheet with nothing but the native name, in the face that the design has for it. */
  function nameAlone(template: TemplateContent): TemplateContent {
    const texts = template.boxes.flatMap((box) => (box.kind === 'text' ? box.lines : []));
    const name = texts.find(({ text }) => text === '{candidateNameNative}')!;
    const line = { ...name, size, advance: 150, colour: 'black' } as const;
    const box = { kind: 'text', x: 5, y: 5, width: 287, height: 200, align: 'left', lies: 'top' } as const;
    return { paper: 'landscape', background: 'none', boxes: [{ ...box, lines: [line] }] };
  }

  function fontFile(postScriptName: string): string {
    const isIt = (file: string) => file.endsWith(`/${postScriptName.replace('-', '_')}.ttf`);
    return fontPaths().find((file) => isIt(file.replace(/_\d+/, '_')))!;
  }

  const drawn = (name: string, font: string, script: Script) =>
    withFile(new Uint8Array(), (file) => {
      const style = [`--font-size=${em}`, `--language=${script}`, '--output-format=png'];
      // It cuts off what stands out over the last letter's width: hence the spaces.
      run('hb-view', [...style, `--output-file=${file}`, fontFile(font), ` ${name} `]);
      return inkOf(readFileSync(file));
    });

  testWith(
    ['pdftoppm', 'pdffonts', 'hb-view'],
    'are shaped on every design as HarfBuzz shapes them',
    async () => {
      const names = scripts.flatMap((script) => hardNames[script].map((name) => ({ script, name })));
      const sheets = await Promise.all(
        names.map(({ name }) => sampleSheet({ words: { candidateNameNative: name } })),
      );
      const unlike: string[] = [];
      for (const [design, template] of Object.entries(designs)) {
        const pdf = compileDocument(
          certificateDocument({ ...sampleRun, template: nameAlone(template), sheets }),
        );
        const pages = pagePictures(pdf, { dpi: (em / size) * 72 });
        for (const [index, { name, script }] of names.entries()) {
          const [font, ...others] = fontsOf(pdf, index + 1);
          expect(others).toEqual([]);
          if (!isAlike(await inkOf(pages[index]!), await drawn(name, font!, script)))
            unlike.push(`${design}: ${name} in ${font}`);
        }
      }
      expect(unlike).toEqual([]);
    },
  );

  testWith(['hb-view'], 'that are shaped otherwise are told apart', async () => {
    const font = 'NotoSerifDevanagari-Medium';
    for (const name of ['कर्नाटक कुलकर्णी', 'ज्ञानेश्वर क्षत्रिय']) {
      const right = await drawn(name, font, 'hi');
      for (const wrong of [
        name.replaceAll('्', '्\u200c'),
        name.replace('क', 'की'),
        name.replaceAll('र्', '').replace('े', ''),
      ])
        expect(isAlike(right, await drawn(wrong, font, 'hi')), wrong).toBe(false);
    }
  });
});

describe('papers of the office', () => {
  let portal: Portal;
  let papers: [name: string, pdf: Uint8Array][];

  beforeAll(async () => {
    portal = await startPortal();
    papers = Object.entries(await printOfficeDocuments(portal));
  });
  afterAll(() => portal.close());

  testWith(['qpdf'], 'have no error of syntax', async () => {
    for (const [name, pdf] of papers) expectSound(name, pdf);
  });

  test.skipIf(!hasVeraPdf)('are PDF/A-2a (veraPDF)', async () => {
    expect(findFaults(papers.map(([name, pdf]) => ({ name, pdf, flavour: '2a' })))).toEqual([]);
  });

  testWith(['pdftotext'], 'are copied as the record has them', async () => {
    const ofNoCandidate = ['deposit slip', 'proof sheet', 'calibration sheet'];
    const ofNativeName = ['acknowledgement slip', 'degree register'];
    for (const [name, pdf] of papers) {
      const text = pageTexts(pdf).join(' ');
      expect(text, name).not.toContain('कर्नार्नाटक');
      if (!ofNoCandidate.includes(name)) expect(text, name).toContain(candidate.candidateName);
      if (ofNativeName.includes(name)) expect(says(text, candidate.candidateNameNative), name).toBe(true);
    }
  });

  testWith(['pdftoppm'], 'bear the crest', async () => {
    const without = ['address labels', 'calibration sheet', 'roll', 'degree register'];
    for (const [name, pdf] of papers.filter(([name]) => !without.includes(name)))
      expect(await hasColour(pagePictures(pdf, { dpi: 72, last: 1 })[0]!, crestColour), name).toBe(true);
  });

  testWith(['pdftotext'], 'have all words of their labels on the sheet', async () => {
    const labels = Object.fromEntries(papers)['address labels']!;
    for (const { left, right } of placedWords(labels).flat()) {
      expect(left).toBeGreaterThan(3);
      expect(right).toBeLessThan(207);
    }
  });

  testWith(
    ['pdftoppm', 'pdftotext'],
    'have a bar of 100 mm on the calibration sheet, and scales in two corners',
    async () => {
      const sheet = Object.fromEntries(papers)['calibration sheet']!;
      const [page] = pagePictures(sheet, { dpi: 600, last: 1 });
      expect(Math.abs(((await longestBar(page!)) / 600) * 25.4 - 100)).toBeLessThan(0.25);
      const ends = placedWords(sheet)[0]!.filter(({ text }) => text === '−10');
      expect(ends.filter(({ left, top }) => left < 148.5 && top < 105)).toHaveLength(2);
      expect(ends.filter(({ left, top }) => left > 148.5 && top > 105)).toHaveLength(2);
    },
  );
});

function expectSound(name: string, pdf: Uint8Array): void {
  // It ends with 3 where it only warns.
  const text = withFile(pdf, (file) => run('qpdf', ['--check', file]).toString());
  expect(text, name).toContain('No syntax or stream encoding errors found');
}

async function hasColour(page: Buffer, { r, g, b }: typeof crestColour): Promise<boolean> {
  const { data } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 3)
    if (Math.abs(data[at]! - r) + Math.abs(data[at + 1]! - g) + Math.abs(data[at + 2]! - b) < 60) return true;
  return false;
}

/** In pixels, the longest dark run of a row. */
async function longestBar(page: Buffer): Promise<number> {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [longest, run] = [0, 0];
  for (let at = 0; at < data.length; at += 1) {
    run = data[at]! < 128 && at % info.width > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
