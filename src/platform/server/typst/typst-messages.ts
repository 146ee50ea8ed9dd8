import type { RenderFault } from './render-error.ts';

/** What the child answers to a `TypstDocument`; an Error would lose its fields on the way. */
export type RenderAnswer =
  | { pdf: Uint8Array }
  | { fault: { code: RenderFault; message: string; letters: string[] } };
