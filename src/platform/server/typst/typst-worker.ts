/** Entry of the child process that runs Typst: one document in, one answer out, until the parent goes away. */
import { compileDocument } from './compile-document.ts';
import { type RenderAnswer, RenderError, type RenderRequest } from './render-error.ts';

process.on('message', async (request: RenderRequest) => process.send!(await answer(request)));
process.on('disconnect', () => process.exit());

async function answer(request: RenderRequest): Promise<RenderAnswer> {
  try {
    if ('print' in request) return { pdf: compileDocument(request.print) };
    // Only a renderer that draws loads what it needs for that.
    const { drawPage } = await import('./draw-page.ts');
    return { drawn: await drawPage(request.draw) };
  } catch (error) {
    // Anything else is a defect of this process: let it end and be reported as a crash.
    if (!(error instanceof RenderError)) throw error;
    const { code, message, letters, at } = error;
    return { fault: { code, message, letters, at } };
  }
}
