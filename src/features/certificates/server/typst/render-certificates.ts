import { renderDocument } from '#server/typst/render-document.ts';
import { certificateDocument } from './certificate-document.ts';
import { CertificateRenderError } from './certificate-render-error.ts';
import type { CertificateRun, CertificateSheet, PrinterOffset, University } from './certificate-sheet.ts';
import { faultOf } from './find-fault.ts';

/** One document is compiled as a whole: a thousand sheets take about 7 seconds and 1.5 GB. */
export const maxSheets = 1_000;

/**
 * Renders one PDF/A-2b, one landscape A4 page a sheet, in the given order. `onProgress` hears 0 when a renderer
 * takes the run up and the number of sheets when it is done. Rejects with a `CertificateRenderError` that names the
 * sheet at fault, with a `RenderError` when the renderer ended, or with the reason of `signal`.
 */
export async function renderCertificates(input: {
  university: University;
  sheets: CertificateSheet[];
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
  offset?: PrinterOffset;
}): Promise<Uint8Array> {
  const { university, sheets, onProgress, signal, offset = { xMm: 0, yMm: 0 } } = input;
  refuseWrongSize(sheets.length);
  const run = { university, offset, sheets };
  try {
    const pdf = await renderDocument(certificateDocument(run), { signal, onStart: () => onProgress?.(0) });
    onProgress?.(sheets.length);
    return pdf;
  } catch (error) {
    const render = (part: CertificateRun) => renderDocument(certificateDocument(part), { signal });
    throw await faultOf(run, error, render);
  }
}

function refuseWrongSize(sheets: number): void {
  if (sheets === 0) throw new RangeError('A print file needs at least one sheet.');
  if (sheets <= maxSheets) return;
  throw new CertificateRenderError({
    code: 'too_many_sheets',
    message: `One print file holds at most ${maxSheets} sheets, and ${sheets} were asked for. Split the run.`,
  });
}
