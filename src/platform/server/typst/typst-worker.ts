/** Entry of the child process that runs Typst: one document in, one answer out, until the parent goes away. */
import { compileDocument } from './compile-document.ts';
import { type RenderAnswer, RenderError } from './render-error.ts';
import type { TypstDocument } from './typst-document.ts';

process.on('message', (document: TypstDocument) => process.send!(answer(document)));
process.on('disconnect', () => process.exit());

function answer(document: TypstDocument): RenderAnswer {
  try {
    return { pdf: compileDocument(document) };
  } catch (error) {
    // Anything else is a defect of this process: let it end and be reported as a crash.
    if (!(error instanceof RenderError)) throw error;
    const { code, message, letters, at } = error;
    return { fault: { code, message, letters, at } };
  }
}
