/** Entry of the child process that runs Typst: one answer for each document, until the parent disconnects. */
import { compileDocument } from './compile-document.ts';
import { type RenderAnswer, RenderError, type RenderRequest } from './render-error.ts';

process.on('message', async (request: RenderRequest) => process.send!(await answer(request)));
process.on('disconnect', () => process.exit());

async function answer(request: RenderRequest): Promise<RenderAnswer> {
  try {
    if ('print' in request) return { pdf: compileDocument(request.print) };
    // Only a renderer that draws loads this.
    const { drawPage } = await import('./draw-page.ts');
    return { drawn: await drawPage(request.draw) };
  } catch (error) {
    // Anything else is a bug in this process: let it crash, which the parent reports.
    if (!(error instanceof RenderError)) throw error;
    const { code, message, letters } = error;
    return { fault: { code, message, letters } };
  }
}
