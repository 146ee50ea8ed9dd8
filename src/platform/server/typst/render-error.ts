import type { DrawnPage, TypstDocument, TypstPicture } from './typst-document.ts';

export type RenderFault =
  | 'not_compiled'
  | 'letters_missing'
  | 'text_not_exact'
  | 'text_too_long'
  | 'renderer_crashed'
  | 'renderer_closed'
  | 'renderer_timed_out'
  | 'renderer_out_of_memory';

/** Why a document could not be made; the message is a sentence that staff may read. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: RenderFault;
  /** Of `letters_missing` what no font of the template holds, of the others the text. */
  readonly letters: string[];
  /** Of `not_compiled` the file of the document and its line, where the compiler names one. */
  readonly at: SourcePlace | null;

  constructor({ code, message, letters = [], at = null }: Fault) {
    super(message);
    this.code = code;
    this.letters = letters;
    this.at = at;
  }
}

export type SourcePlace = { file: string; line: number };
type Fault = { code: RenderFault; message: string; letters?: string[]; at?: SourcePlace | null };

/** What the child is asked for: the file to print, or a picture to look at. */
export type RenderRequest = { print: TypstDocument } | { draw: TypstPicture };

/** What the child answers; an Error would lose its fields on the way. */
export type RenderAnswer = { pdf: Uint8Array } | { drawn: DrawnPage } | { fault: Fault };
