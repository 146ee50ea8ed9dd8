import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { encode } from 'uqr';
import type { PrintedScript } from '#shared/printed-scripts.ts';
import { findStraySign } from '#shared/stray-signs.ts';
import { fontPaths, scriptFonts, scriptsIn } from './fonts.ts';
import { readPdf, writePdf } from './pdf-objects.ts';
import { RenderError } from './render-error.ts';
import { claimUa1 } from './text-layer/claim-ua1.ts';
import { fixTextLayer } from './text-layer/fix-text-layer.ts';
import { type TypstDocument, textsIn } from './typst-document.ts';
import { printAtOwnSize } from './viewer-preferences.ts';

// Typst caches every page for the given number of compilations. Between short documents that saves a quarter of the
// time; after long ones it would retain gigabytes of pages that are not needed again.
const shortDocument = 10;
const cachedShortDocuments = 10;

/** The file that templates may import from their own folder. */
const sharedPart = 'paper.typ';

/** One for each template, because a compiler is restricted to the template's folder, and its fonts. */
const compilers = new Map<string, NodeCompiler>();

/** Compiles the document to PDF/A-2a; the error names the characters that its fonts lack. */
export function compileDocument(document: TypstDocument): Uint8Array {
  return compileTo(document, (compiler, source) => exportPdf(compiler, source, document));
}

/** Compiles the document and exports it with `write`; errors are `RenderError`s. */
export function compileTo<T>(
  document: TypstDocument,
  write: (compiler: NodeCompiler, source: CompileDocArgs) => T,
): T {
  const compiler = compilerOf(document);
  try {
    return withSource(document, write);
  } catch (error) {
    throw faultOf(document, error);
  } finally {
    compiler.evictCache(document.pages <= shortDocument ? cachedShortDocuments : 0);
  }
}

/** Calls `use` with the document as Typst's source, while its files are in place, for export in any format. */
export function withSource<T>(
  document: TypstDocument,
  use: (compiler: NodeCompiler, source: CompileDocArgs) => T,
): T {
  const { template, input, files = {}, qrCodes = [] } = document;
  const { folder, main } = template;
  const compiler = compilerOf(document);
  for (const [name, content] of Object.entries(files)) {
    compiler.mapShadow(join(folder, name), Buffer.from(content));
  }
  try {
    const svgs = Object.fromEntries(qrCodes.map((content) => [content, qrSvg(content)]));
    return use(compiler, {
      mainFilePath: join(folder, main),
      inputs: {
        document: JSON.stringify(input, inOneLine),
        'qr-codes': JSON.stringify(svgs),
        scripts: JSON.stringify(scriptsOf(document).map((script) => scriptFonts[script])),
      },
      resetRead: false,
    });
  } finally {
    for (const name of Object.keys(files)) compiler.unmapShadow(join(folder, name));
  }
}

/** Further fonts are loaded only for documents with their letters. */
function compilerOf(document: TypstDocument): NodeCompiler {
  const { folder } = document.template;
  const scripts = scriptsOf(document);
  const key = [folder, ...scripts].join('\n');
  const known = compilers.get(key);
  if (known) return known;
  const fontBlobs = fontPaths(scripts).map((file) => readFileSync(file));
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
  compiler.mapShadow(join(folder, sharedPart), readFileSync(join(import.meta.dirname, sharedPart)));
  compilers.set(key, compiler);
  return compiler;
}

function scriptsOf({ input }: TypstDocument): PrintedScript[] {
  return scriptsIn(JSON.stringify(input));
}

/** Options beyond PDF/A-2a. */
type Wishes = Pick<TypstDocument, 'exactTexts' | 'isAccessible' | 'madeAt'>;

function exportPdf(compiler: NodeCompiler, source: CompileDocArgs, wishes: Wishes = {}): Uint8Array {
  const { exactTexts = [], isAccessible = false, madeAt = new Date() } = wishes;
  const creationTimestamp = Math.floor(madeAt.getTime() / 1000);
  const written = compiler.pdf(source, { pdfStandard: 'a-2a', creationTimestamp });
  const [tooLong] = compiler.query(source, { selector: tooLongLabel, field: 'value' }) as string[];
  if (tooLong !== undefined) throw textFault('text_too_long', tooLong, 'is too long for its place');
  const pdf = readPdf(written);
  const found = fixTextLayer(pdf, exactTexts);
  const counts = Map.groupBy(exactTexts, (text) => text);
  const unread = [...counts].find(
    ([text, each]) => (found.get(text) ?? 0) < each.length || findStraySign(text) !== null,
  );
  if (unread)
    throw textFault('text_not_exact', unread[0], 'would be copied from the paper with other letters');
  printAtOwnSize(pdf);
  if (isAccessible) claimUa1(pdf);
  return writePdf(pdf);
}

/**
 * Label that a template puts beside a text that does not fit even in the smallest size: `[#metadata(text) <too-long>]`.
 */
const tooLongLabel = '<too-long>';

function textFault(code: 'text_too_long' | 'text_not_exact', text: string, what: string): RenderError {
  return new RenderError({ code, message: `“${text}” ${what}.`, letters: [text] });
}

/** Every text is printed on one line: a line break in a pasted name becomes a space. */
function inOneLine(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? printedAs(value) : value;
}

function printedAs(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

function faultOf(document: TypstDocument, error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  const message = diagnosisOf(document);
  if (message !== null) return new RenderError({ code: 'not_compiled', message });
  // Then the export failed.
  const letters = missingLetters(document);
  if (letters.length > 0) {
    return new RenderError({
      code: 'letters_missing',
      message: `No font has ${letters.join(' ')}, so the paper cannot be printed.`,
      letters,
    });
  }
  return new RenderError({ code: 'not_compiled', message: detailOf(error) });
}

/** The compiler's first error; null if the document compiles. */
function diagnosisOf(document: TypstDocument): string | null {
  return withSource(document, (compiler, source) => {
    const diagnostics = compiler.compile(source).takeError();
    const [first] = diagnostics ? (compiler.fetchDiagnostics(diagnostics) as { message: string }[]) : [];
    return first?.message ?? null;
  });
}

/** PDF/A forbids a character that no font has, instead of printing a box for it. */
function missingLetters(document: TypstDocument): string[] {
  const { template, input } = document;
  const compiler = compilerOf(document);
  const words = printedAs(textsIn(input).join(''));
  const letters = new Set([...new Intl.Segmenter().segment(words)].map(({ segment }) => segment));
  const families = JSON.stringify(template.fontFamilies);
  const mainFileContent =
    '#set text(font: json(bytes(sys.inputs.families)), fallback: false)\n#sys.inputs.letter';
  return [...letters].filter((letter) =>
    fails(() => exportPdf(compiler, { mainFileContent, inputs: { families, letter }, resetRead: false })),
  );
}

function fails(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}

/** An error of the export: the binding puts its diagnostics, in Rust's notation, into `message` or `code`. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = error.message || String((error as Error & { code?: unknown }).code);
  const [, message] = /message: "((?:[^"\\]|\\.)*)"/.exec(detail) ?? [];
  return message?.replaceAll(/\\(.)/g, '$1') ?? detail;
}

/**
 * One path of horizontal strokes, with the quiet zone of four modules that ISO/IEC 18004 requires. The mask is fixed:
 * trying all eight, as the standard says, takes a fifth of a sheet's time, and readers decode any mask.
 */
function qrSvg(content: string): string {
  const { data, size } = encode(content, { ecc: 'M', border: 4, maskPattern: 3 });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${end - x}v1h${x - end}z`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${strokes.join('')}"/></svg>`;
}
