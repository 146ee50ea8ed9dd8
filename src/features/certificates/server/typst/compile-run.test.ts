import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readQrCodes } from '#testing/qr-codes.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';
import { compileRun, createCompiler, withDocument } from './compile-run.ts';
import { plainPhoto, sampleSheet, sampleUniversity } from './sample-sheet.ts';

const compiler = createCompiler();
const dpi = 150;
const toPixels = (points: number) => Math.round((points * dpi) / 72);

function runOf(...sheets: CertificateSheet[]): CertificateRun {
  return { university: sampleUniversity, offset: { xMm: 0, yMm: 0 }, sheets };
}

/** The texts of the sheet as a reader can select them. */
function textsOf(run: CertificateRun): string {
  const svg = withDocument(compiler, run, (document) => compiler.svg(document));
  const texts = [...svg.matchAll(/<h5:div class="tsel"[^>]*>([^<]*)</g)].map(([, text]) => text);
  return texts
    .join(' | ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The page as grey pixels at 150 dpi. */
async function raster(run: CertificateRun) {
  const svg = withDocument(compiler, run, (document) => compiler.plainSvg(document));
  return sharp(Buffer.from(svg), { unlimited: true })
    .resize({ width: toPixels(841.89) })
    .flatten({ background: '#fff' })
    .grayscale()
    .png()
    .toBuffer();
}

/** Page objects lie in compressed object streams. */
function countPages(pdf: Uint8Array): number {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = [...source.matchAll(/\/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, deflated]) => inflateSync(Buffer.from(deflated!, 'latin1')).toString('latin1'),
  );
  return [source, ...objects].join('\n').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}

describe('print file', () => {
  test('is PDF/A-2b and has one page a sheet', async () => {
    const pdf = compileRun(
      compiler,
      runOf(await sampleSheet(), await sampleSheet({ colour: 'Navy' }), await sampleSheet()),
    );
    const source = Buffer.from(pdf).toString('latin1');
    expect(source.slice(0, 5)).toBe('%PDF-');
    expect(source).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
    expect(source).toMatch(/<pdfaid:conformance>B<\/pdfaid:conformance>/);
    expect(countPages(pdf)).toBe(3);
  });

  test('takes the photos of its own run when the positions are the same', async () => {
    const photos = (await Promise.all([plainPhoto(10), plainPhoto(240)])).map((photo) => Buffer.from(photo));
    for (const photo of photos) {
      const pdf = Buffer.from(compileRun(compiler, runOf(await sampleSheet({ photo }))));
      expect(photos.map((each) => pdf.includes(each))).toEqual(photos.map((each) => each === photo));
    }
  });
});

describe('words on the sheet', () => {
  test('are the ones given', async () => {
    const sheet = await sampleSheet();
    const words = textsOf(runOf(sheet));
    const { name, place } = sampleUniversity;
    const { candidateName, candidateNameNative, course, college, academicYear, certificateType } = sheet;
    const { convocationNumber, modeOfStudy, blankSerial, verificationCode } = sheet;
    for (const given of [name, place, candidateName, candidateNameNative!, course, college, academicYear]) {
      expect(words).toContain(given);
    }
    for (const given of [
      certificateType,
      convocationNumber,
      modeOfStudy,
      blankSerial,
      '5 March 2026',
      `Code ${verificationCode}`,
    ]) {
      expect(words).toContain(given);
    }
    expect(words).not.toContain('Duplicate');
  });

  test('say which copy a reprint is', async () => {
    expect(textsOf(runOf(await sampleSheet({ copyNumber: 2 })))).toContain('Duplicate copy 2');
  });

  test.each(['#panic("x") *a* _b_ $c$ <d> @e \\ "', '#read("/certificate.typ")', ']} #sys.inputs // /* `'])(
    'are never evaluated: %s',
    async (candidateName) => {
      expect(textsOf(runOf(await sampleSheet({ candidateName })))).toContain(candidateName);
    },
  );

  test.each(['ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ರಾವ್', 'मोहम्मद इमरान शेख़', 'Zoë D’Souza Łódź'])(
    'may be in any script that the fonts hold: %s',
    async (name) => {
      const pdf = compileRun(
        compiler,
        runOf(await sampleSheet({ candidateName: name, candidateNameNative: name })),
      );
      expect(countPages(pdf)).toBe(1);
    },
  );

  test('stay on one line when a name was pasted with a line break', async () => {
    const words = textsOf(runOf(await sampleSheet({ candidateName: 'Ananya\r\nRao' })));
    expect(words).toContain('Ananya Rao');
  });

  test.each([
    'Venkata Satya Naga Lakshmi Narasimha Prabhakara Subrahmanya Raghunatha Srinivasa Varadarajan',
    'Venkatasatyanagalakshminarasimhaprabhakarasubrahmanyaraghunathasrinivasavaradarajaniyengar',
  ])('shrink until they fit on their line: %s', async (long) => {
    const words = { candidateName: long, candidateNameNative: long, course: long, college: long };
    const run = runOf(await sampleSheet(words));
    expect(
      textsOf(run)
        .split(' | ')
        .filter((text) => text === long),
    ).toHaveLength(4);
    const page = await raster(run);
    for (const left of [60, 741]) {
      const margin = { left: toPixels(left), top: toPixels(250), width: toPixels(40), height: toPixels(180) };
      const pixels = await sharp(page).extract(margin).raw().toBuffer();
      expect(pixels.every((grey) => grey === 255)).toBe(true);
    }
  });
});

describe('QR code', () => {
  test('reads from the sheet at 150 dpi, in every colour', async () => {
    for (const colour of ['Maroon', 'Navy', 'Green', 'Zinc']) {
      const sheet = await sampleSheet({ colour });
      const [found] = await readQrCodes(await raster(runOf(sheet)));
      expect(found?.text).toBe(sheet.verifyUrl);
      expect(found?.ecLevel).toBe('M');
    }
  });
});

describe('a sheet that cannot be printed is named', () => {
  test('when its photo is not an image', async () => {
    const broken = await sampleSheet({ convocationNumber: '2025/000777', photo: Buffer.from('not a photo') });
    const sheets = [await sampleSheet(), await sampleSheet(), broken, await sampleSheet()];
    expect(() => compileRun(compiler, runOf(...sheets))).toThrow(
      expect.objectContaining({
        code: 'photo_unreadable',
        convocationNumber: '2025/000777',
        message: 'The photo of certificate 2025/000777 is not a readable JPEG image.',
      }),
    );
  });

  test('when no font has a letter of it', async () => {
    const broken = await sampleSheet({ convocationNumber: '2025/000778', candidateName: 'Ananya 😀 தமிழ்' });
    const sheets = [await sampleSheet(), broken];
    expect(() => compileRun(compiler, runOf(...sheets))).toThrow(
      expect.objectContaining({ code: 'sheet_unprintable', message: expect.stringContaining('😀 த') }),
    );
  });
});
