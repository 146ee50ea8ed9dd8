import { join } from 'node:path';

/** A folder with a Typst file and its pictures. It is Typst's root: nothing outside of it can be read. */
export type TypstTemplate = {
  folder: string;
  /** The file in that folder which is compiled. */
  main: string;
  /** The families that it sets its words in; a letter that none of them holds is named when a document fails. */
  fontFamilies: string[];
};

/** The template of a paper in plain letters, in the folder `template` beside the module that fills it. */
export function templateBeside(folder: string, main: string): TypstTemplate {
  const fontFamilies = ['Noto Sans Kannada', 'Noto Serif Devanagari'];
  return { folder: join(folder, 'template'), main, fontFamilies };
}

/** One paper to be set. All that it says is given to its template as values, and never read as Typst's own language. */
export type TypstDocument = {
  template: TypstTemplate;
  /**
   * What the template prints, as JSON in `sys.inputs.document`. A line break in a text becomes a space: what stands
   * in one field stands on one line.
   */
  input: object;
  /** Pictures of this document alone, under the names that `input` gives them: `photo-0.jpg`. */
  files?: Record<string, Uint8Array>;
  /** Texts to be had as QR codes: `sys.inputs.qr-codes` is JSON from each of them to its SVG. */
  qrCodes?: string[];
  /**
   * Texts in Indian scripts, as often as they stand on it, each set as a text of its own: whoever copies them gets these letters,
   * or the document is refused.
   */
  exactTexts?: readonly string[];
  /** It is tagged as PDF/UA-1 asks for, and says so. */
  isAccessible?: boolean;
  /** PDF/A demands a date; now, where it is not said. The same date makes the same bytes. */
  madeAt?: Date;
  /** How many pages are to be expected: a long document is given more time. */
  pages: number;
};

/** A page to be looked at while it is changed: documents of one size, each over those before it. What is kept of the last picture is not drawn again. */
export type TypstPicture = { layers: readonly [TypstDocument, ...TypstDocument[]] };

/** A PNG, and what each layer told of itself: the values of `[#metadata(value) <told>]`. */
export type DrawnPage = { png: Uint8Array; told: unknown[][] };

/** Every text of a document's input. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
