/** Entry of the process that reads an uploaded PDF: returns its clean copy or refuses it. */
import { cleanPdf } from './clean-pdf.ts';
import { serveParent } from './serve-parent.ts';

await serveParent(async function* read(file: Buffer) {
  yield await cleanPdf(file);
});
