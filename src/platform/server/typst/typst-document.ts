import { join } from 'node:path';
import { scriptFonts } from './fonts.ts';

/** A folder with a Typst file and its images. It is Typst's root: nothing outside it can be read. */
export type TypstTemplate = {
  folder: string;
  /** The file in that folder which is compiled. */
  main: string;
  /** The fonts that it uses; an error names characters that none of them has. */
  fontFamilies: string[];
};

export const indianFamilies = Object.values(scriptFonts).map(({ family }) => family);

/** A template in the standard fonts, in the folder `template` beside the module that fills it. */
export function localTemplate(folder: string, main: string): TypstTemplate {
  return { folder: join(folder, 'template'), main, fontFamilies: indianFamilies };
}

/** A document to typeset. Its content is passed as values and never interpreted as Typst code. */
export type TypstDocument = {
  template: TypstTemplate;
  /**
   * What the template prints, as JSON in `sys.inputs.document`. A line break in a text becomes a space: each field is
   * printed on one line.
   */
  input: object;
  /** Images of this document alone, under the names that `input` uses: `photo-0.jpg`. */
  files?: Record<string, Uint8Array>;
  /** Texts needed as QR codes: `sys.inputs.qr-codes` is JSON from each of them to its SVG. */
  qrCodes?: string[];
  /**
   * Texts in Indian scripts, once for each occurrence, each set as a text item of its own: copying them gives exactly
   * these letters, or the document is refused.
   */
  exactTexts?: readonly string[];
  /** Tagged as PDF/UA-1 requires, and claiming it. */
  isAccessible?: boolean;
  /** PDF/A requires a date; default now. The same date produces the same bytes. */
  madeAt?: Date;
  /** Expected number of pages: long documents get more time. */
  pages: number;
};

/**
 * A page for previewing while it is edited: documents of one size, drawn over each other. Layers of the last picture
 * are cached.
 */
export type TypstPicture = { layers: readonly [TypstDocument, ...TypstDocument[]] };

/** A PNG, and the data that each layer returns: the values of `[#metadata(value) <told>]`. */
export type DrawnPage = { png: Uint8Array; metadata: unknown[][] };

/** Every text of a document's input. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
