import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { encode } from 'uqr';
import { CertificateRenderError } from './certificate-render-error.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';

/** Typst's root: nothing outside this folder can be read by the template. */
const templateFolder = join(import.meta.dirname, 'template');

const fontFiles = [
  'cormorant-garamond/500Medium/CormorantGaramond_500Medium.ttf',
  'cormorant-garamond/500Medium_Italic/CormorantGaramond_500Medium_Italic.ttf',
  'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'cormorant-garamond/700Bold/CormorantGaramond_700Bold.ttf',
  'great-vibes/400Regular/GreatVibes_400Regular.ttf',
  'noto-sans-kannada/500Medium/NotoSansKannada_500Medium.ttf',
  'noto-serif-devanagari/500Medium/NotoSerifDevanagari_500Medium.ttf',
];

/** The families of these files, in the template's order. */
const fontFamilies = ['Great Vibes', 'Cormorant Garamond', 'Noto Serif Devanagari', 'Noto Sans Kannada'];

// Typst remembers every page for as many compilations as it is told. Between single sheets that saves a quarter
// of the time; after long runs it would hold gigabytes of pages that nobody prints again.
const shortRun = 10;
const cachedShortRuns = 10;

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function createCompiler(): NodeCompiler {
  const { resolve } = createRequire(import.meta.url);
  const fontBlobs = fontFiles.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}`)));
  return NodeCompiler.create({ workspace: templateFolder, fontArgs: [{ fontBlobs }] });
}

/** Compiles the run to one PDF/A-2b; a sheet that cannot be printed is named in the error. */
export function compileRun(compiler: NodeCompiler, run: CertificateRun): Uint8Array {
  try {
    return compile(compiler, run);
  } catch (error) {
    throw faultOf(compiler, run, error);
  } finally {
    compiler.evictCache(run.sheets.length <= shortRun ? cachedShortRuns : 0);
  }
}

function compile(compiler: NodeCompiler, run: CertificateRun): Uint8Array {
  return withDocument(compiler, run, (document) => exportPdf(compiler, document));
}

/** Lends `use` the run as Typst's document, to be exported in any of its formats while the photos are in place. */
export function withDocument<T>(
  compiler: NodeCompiler,
  { university, offset, sheets }: CertificateRun,
  use: (document: CompileDocArgs) => T,
): T {
  // Paths by position, not by candidate: Typst never forgets a path that it has seen.
  const photoPaths = sheets.map((_, index) => `photo-${index}.jpg`);
  for (const [index, sheet] of sheets.entries()) {
    compiler.mapShadow(join(templateFolder, photoPaths[index]!), Buffer.from(sheet.photo));
  }
  try {
    const printable = sheets.map((sheet, index) => printableSheet(sheet, photoPaths[index]!));
    return use({
      mainFilePath: join(templateFolder, 'certificate.typ'),
      inputs: { run: JSON.stringify({ university, offset, sheets: printable }, inOneLine) },
      resetRead: false,
    });
  } finally {
    for (const path of photoPaths) compiler.unmapShadow(join(templateFolder, path));
  }
}

function exportPdf(compiler: NodeCompiler, document: CompileDocArgs): Uint8Array {
  // PDF/A demands a date, and Typst has no clock of its own.
  const creationTimestamp = Math.floor(Date.now() / 1000);
  return compiler.pdf(document, { pdfStandard: 'a-2b', creationTimestamp });
}

/** Every text has one line on the sheet: a line break that came with a pasted name becomes a space. */
function inOneLine(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ') : value;
}

function printableSheet(sheet: CertificateSheet, photo: string) {
  return {
    ...sheet,
    photo,
    issuedOn: longDate.format(new Date(sheet.issuedOn)),
    qr: qrSvg(sheet.verifyUrl),
    verifyHint: verifyHint(sheet.verifyUrl),
  };
}

/** One path of horizontal strokes, with the quiet zone of four modules that ISO/IEC 18004 asks for. */
function qrSvg(content: string): string {
  const { data, size } = encode(content, { ecc: 'M', border: 4 });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${end - x}v1h${x - end}z`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${strokes.join('')}"/></svg>`;
}

/** Names the site, so that a reader can tell a forger's QR code from the university's. */
function verifyHint(verifyUrl: string): string {
  const url = URL.parse(verifyUrl);
  return url ? `Scan to verify at ${url.host}${url.pathname}` : 'Scan to verify';
}

function faultOf(compiler: NodeCompiler, run: CertificateRun, error: unknown): CertificateRenderError {
  const detail = detailOf(error);
  if (fails(() => compile(compiler, { ...run, sheets: [] }))) {
    return new CertificateRenderError({
      code: 'template_faulty',
      message: `The certificate template does not compile: ${detail}`,
    });
  }
  const sheet = findUnprintable(compiler, run);
  const { convocationNumber, photo } = sheet;
  if (fails(() => decodePhoto(compiler, photo))) {
    return new CertificateRenderError({
      code: 'photo_unreadable',
      message: `The photo of certificate ${convocationNumber} is not a readable JPEG image.`,
      convocationNumber,
    });
  }
  const letters = missingLetters(compiler, sheet).join(' ');
  return new CertificateRenderError({
    code: 'sheet_unprintable',
    message: letters
      ? `Certificate ${convocationNumber} cannot be printed: no font of the certificate has ${letters}.`
      : `Certificate ${convocationNumber} cannot be printed: ${detail}`,
    convocationNumber,
  });
}

/** Halves a failing run until one sheet is left: the compiler's own message does not say which it was. */
function findUnprintable(compiler: NodeCompiler, run: CertificateRun): CertificateSheet {
  let suspects = run.sheets;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const inHalf = fails(() => compile(compiler, { ...run, sheets: half }));
    suspects = inHalf ? half : suspects.slice(half.length);
  }
  return suspects[0]!;
}

/** PDF/A forbids a letter that no font can show, rather than printing a box for it. */
function missingLetters(compiler: NodeCompiler, sheet: CertificateSheet): string[] {
  const words = Object.values(sheet).filter((value) => typeof value === 'string');
  const letters = new Set([...new Intl.Segmenter().segment(words.join(''))].map(({ segment }) => segment));
  const families = JSON.stringify(fontFamilies);
  const mainFileContent =
    '#set text(font: json(bytes(sys.inputs.families)), fallback: false)\n#sys.inputs.letter';
  return [...letters].filter((letter) =>
    fails(() => exportPdf(compiler, { mainFileContent, inputs: { families, letter }, resetRead: false })),
  );
}

function decodePhoto(compiler: NodeCompiler, photo: Uint8Array): void {
  const path = join(templateFolder, 'suspect.jpg');
  compiler.mapShadow(path, Buffer.from(photo));
  try {
    exportPdf(compiler, { mainFileContent: '#image("suspect.jpg")', resetRead: false });
  } finally {
    compiler.unmapShadow(path);
  }
}

function fails(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}

/** The binding puts its diagnostics into `message` or `code`, depending on the stage that failed. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as Error & { code?: unknown }).code);
}
