import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { countPages, rasterOf, textsOf, toPixels } from '#dev/testing/typst-pages.ts';
import { compileDocument, withSource } from '#platform/server/typst/compile-document.ts';
import { paperSize } from '../../template.ts';
import { modern } from '../designs/modern.ts';
import { ornamental } from '../designs/ornamental.ts';
import { microtextInset } from './background.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { plainPhoto, sampleRun, sampleSheet } from './sample-sheet.testing.ts';

const pageWidth = 841.89;

function documentOf(...sheets: CertificateSheet[]) {
  return documentWith(null, sheets);
}

function documentWith(crest: Uint8Array | null, sheets: CertificateSheet[]) {
  return certificateDocument({ ...sampleRun, crest, sheets });
}

describe('print file', () => {
  test('is PDF/A-2a and PDF/UA-1 and has one page a sheet', async () => {
    const pdf = compileDocument(
      documentOf(await sampleSheet(), await sampleSheet({ colour: 'Navy' }), await sampleSheet()),
    );
    const source = Buffer.from(pdf).toString('latin1');
    expect(source.slice(0, 5)).toBe('%PDF-');
    expect(source).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
    expect(source).toMatch(/<pdfaid:conformance>A<\/pdfaid:conformance>/);
    expect(source).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);
    expect(countPages(pdf)).toBe(3);
  });

  test('takes the photos of its own run when the positions are the same', async () => {
    const photos = (await Promise.all([plainPhoto(10), plainPhoto(240)])).map((photo) => Buffer.from(photo));
    for (const photo of photos) {
      const pdf = Buffer.from(compileDocument(documentOf(await sampleSheet({ photo }))));
      expect(photos.map((each) => pdf.includes(each))).toEqual(photos.map((each) => each === photo));
    }
  });
});

describe('words on the sheet', () => {
  test('are the ones given', async () => {
    const sheet = await sampleSheet();
    const words = textsOf(documentOf(sheet));
    const { words: given } = sheet;
    for (const field of [
      'university',
      'title',
      'candidateName',
      'candidateNameNative',
      'division',
      'rank',
    ] as const)
      expect(words).toContain(given[field]);
    for (const field of [
      'college',
      'academicYear',
      'modeOfStudy',
      'ordinance',
      'resolution',
      'place',
    ] as const)
      expect(words).toContain(given[field]);
    for (const field of [
      'convocationNumber',
      'blankSerial',
      'verificationCode',
      'verifyAt',
      'issuedOn',
    ] as const)
      expect(words).toContain(given[field]);
    for (const native of Object.values(given.degreeTitles)) expect(words).toContain(native);
    expect(words).toContain('Bachelor of Engineering in Electronics and Communication');
    expect(words).not.toContain('Duplicate');
  });

  test('say which copy a reprint is', async () => {
    expect(textsOf(documentOf(await sampleSheet({ words: { copy: 'Duplicate copy 2' } })))).toContain(
      'Duplicate copy 2',
    );
  });

  test.each(['#panic("x") *a* _b_ $c$ <d> @e \\ "', '#read("/certificate.typ")', ']} #sys.inputs // /* `'])(
    'are never evaluated: %s',
    async (candidateName) => {
      expect(textsOf(documentOf(await sampleSheet({ words: { candidateName } })))).toContain(candidateName);
    },
  );

  test.each(['ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ರಾವ್', 'मोहम्मद इमरान शेख़', 'Zoë D’Souza Łódź'])(
    'may be in any script that the fonts hold: %s',
    async (name) => {
      const pdf = compileDocument(
        documentOf(await sampleSheet({ words: { candidateName: name, candidateNameNative: name } })),
      );
      expect(countPages(pdf)).toBe(1);
    },
  );

  test('stay on one line when a name was pasted with a line break', async () => {
    const words = textsOf(documentOf(await sampleSheet({ words: { candidateName: 'Ananya\r\nRao' } })));
    expect(words).toContain('Ananya Rao');
  });

  test.each([
    'Venkata Satya Naga Lakshmi Narasimha Prabhakara Subrahmanya Raghunatha Srinivasa Varadarajan',
    'Venkatasatyanagalakshminarasimhaprabhakarasubrahmanyaraghunathasrinivasavaradarajaniyengar',
  ])('shrink until they fit on their line, or break into two: %s', async (long) => {
    const words = {
      candidateName: long,
      candidateNameNative: long,
      degreeTitle: long,
      subject: '',
      rank: long,
    };
    const document = documentOf(await sampleSheet({ words }));
    const texts = textsOf(document);
    expect(texts.split(' | ').filter((text) => text === long)).toHaveLength(long.includes(' ') ? 1 : 3);
    expect(texts.replaceAll(' | ', ' ').split(long)).toHaveLength(5);
    const page = await rasterOf(document, pageWidth);
    for (const left of [60, 741]) {
      const margin = { left: toPixels(left), top: toPixels(250), width: toPixels(40), height: toPixels(150) };
      const pixels = await sharp(page).extract(margin).raw().toBuffer();
      expect(pixels.every((grey) => grey === 255)).toBe(true);
    }
  });
});

describe('a picture that the university keeps', () => {
  const { x, y, width } = sampleRun.template.boxes.find(
    (box) => box.kind === 'signature' && box.side === 'left',
  )!;
  const [middle, top] = [x + width / 2, y + 8].map((mm) => toPixels((mm / 25.4) * 72));

  /** How dark the middles of the crest and of the left signature are, 0 to 255. */
  async function greysOf(crest: Uint8Array | null, picture: Uint8Array | null): Promise<number[]> {
    const left = { office: 'Registrar', holder: 'Dr. Sumathi Rao', picture };
    const sheet = await sampleSheet({ signatures: { left, right: null } });
    const page = await rasterOf(documentWith(crest, [sheet]), pageWidth);
    const places = [
      { left: toPixels(411), top: toPixels(82), width: toPixels(20), height: toPixels(20) },
      { left: middle!, top: top!, width: 4, height: 4 },
    ];
    return Promise.all(
      places.map(async (place) => {
        const pixels = await sharp(page).extract(place).extractChannel(0).raw().toBuffer();
        return Math.round(pixels.reduce((sum, grey) => sum + grey, 0) / pixels.length);
      }),
    );
  }

  function pictureOf(grey: number, size: { width: number; height: number }): Promise<Buffer> {
    const background = { r: grey, g: grey, b: grey, alpha: 1 };
    return sharp({ create: { ...size, channels: 4, background } })
      .png()
      .toBuffer();
  }

  test('is the crest in its own colours, and the signature above the line of its office; without them there is nothing', async () => {
    const crest = await pictureOf(120, { width: 600, height: 600 });
    const signature = await pictureOf(0, { width: 900, height: 300 });
    expect(await greysOf(crest, signature)).toEqual([120, 0]);
    expect(await greysOf(null, null)).toEqual([255, 255]);
  });
});

describe('the border', () => {
  test.each([
    ['Maroon', '#6d1a26'],
    ['Navy', '#1b2f5e'],
    ['Green', '#1d4d33'],
  ])('of %s paper is drawn in its colour', async (colour, ink) => {
    const svg = withSource(documentOf(await sampleSheet({ colour })), (compiler, source) =>
      compiler.plainSvg(source),
    );
    // The outer line of the frame, 24 points from the edge.
    const frame = { left: toPixels(400), top: toPixels(24) - 1, width: 1, height: 2 };
    const pixel = await sharp(Buffer.from(svg), { unlimited: true })
      .resize({ width: toPixels(pageWidth) })
      .flatten({ background: '#fff' })
      .extract(frame)
      .removeAlpha()
      .raw()
      .toBuffer();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16));
    for (const [channel, value] of wanted.entries())
      expect(Math.abs(pixel[channel]! - value), `channel ${channel}`).toBeLessThan(12);
  });
});

test.each(Object.entries({ ornamental, modern }))(
  'the frame of %s has a line of microtext above and below, and its QR code reads at 150 dpi, in every colour',
  async (_name, template) => {
    const { width, height } = paperSize(template);
    const [wide, high] = [(width / 25.4) * 72, (height / 25.4) * 72];
    for (const colour of process.env.LONG_FORMS ? ['Maroon', 'Navy', 'Green', 'Zinc'] : ['Zinc']) {
      const sheet = await sampleSheet({ colour });
      const page = await rasterOf(certificateDocument({ ...sampleRun, template, sheets: [sheet] }), wide);
      const inset = microtextInset[template.background as keyof typeof microtextInset];
      for (const y of [inset, high - inset]) {
        const line = {
          left: toPixels(wide / 3),
          top: toPixels(y - 0.6),
          width: toPixels(wide / 3),
          height: 3,
        };
        const { channels } = await sharp(await sharp(page).extract(line).toBuffer()).stats();
        expect(channels[0]!.stdev).toBeGreaterThan(5);
      }
      const [found] = await readQrCodes(page);
      expect(found).toMatchObject({ text: sheet.verifyUrl, ecLevel: 'M' });
    }
  },
);
