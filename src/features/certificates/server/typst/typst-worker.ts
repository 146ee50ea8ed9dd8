/** Entry of the child process that runs Typst: one run in, one answer out, until the parent goes away. */
import { CertificateRenderError } from './certificate-render-error.ts';
import type { CertificateRun } from './certificate-sheet.ts';
import { compileRun, createCompiler } from './compile-run.ts';
import type { RenderAnswer } from './typst-messages.ts';

const compiler = createCompiler();

process.on('message', (run: CertificateRun) => process.send!(answer(run)));
process.on('disconnect', () => process.exit());

function answer(run: CertificateRun): RenderAnswer {
  try {
    return { pdf: compileRun(compiler, run) };
  } catch (error) {
    // Anything else is a defect of this process: let it end and be reported as a crash.
    if (!(error instanceof CertificateRenderError)) throw error;
    const { code, message, convocationNumber } = error;
    return { fault: { code, message, convocationNumber } };
  }
}
