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

/** Why a document could not be rendered; staff may read the message. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: RenderFault;
  /** For `letters_missing` the characters that no font of the template has, otherwise the text. */
  readonly letters: string[];

  constructor({ code, message, letters = [] }: Fault) {
    super(message);
    this.code = code;
    this.letters = letters;
  }
}

type Fault = { code: RenderFault; message: string; letters?: string[] };

export type RenderRequest = { print: TypstDocument } | { draw: TypstPicture };

/** The child's answer; an Error would lose its fields in transfer. */
export type RenderAnswer<Done = { pdf: Uint8Array } | { drawn: DrawnPage }> = Done | { fault: Fault };
