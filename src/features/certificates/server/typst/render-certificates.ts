import { joinPdfs } from '#platform/server/typst/join-pdfs.ts';
import { renderDocument } from '#platform/server/typst/render-document.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateRun } from './certificate-sheet.ts';
import { faultOf } from './find-fault.ts';

/**
 * Typst compiles whole documents, at 1.5 MB per sheet. Long runs are compiled in parts, so that memory stays constant,
 * progress can be reported, and urgent documents can be rendered in between.
 */
const sheetsOfPart = 50;

/**
 * Renders one PDF/A-2a and PDF/UA-1 with one A4 page per sheet, in the given order. `onProgress` is called with the
 * number of finished sheets and awaited. Rejects with a domain error that names the faulty sheet, with a `RenderError`
 * when the renderer ended, or with the reason of `signal`.
 */
export async function renderCertificates({
  onProgress,
  signal,
  ...run
}: CertificateRun & {
  onProgress?: (done: number) => Promise<void> | void;
  signal?: AbortSignal;
}): Promise<Uint8Array> {
  const { sheets } = run;
  if (sheets.length === 0) throw new RangeError('A print file needs at least one sheet.');
  const parts: Uint8Array[] = [];
  for (let first = 0; first < sheets.length; first += sheetsOfPart) {
    const part = sheets.slice(first, first + sheetsOfPart);
    parts.push(await renderPart({ ...run, sheets: part }, signal));
    await onProgress?.(first + part.length);
  }
  return joinPdfs(parts);
}

async function renderPart(run: CertificateRun, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const render = (part: CertificateRun) => renderDocument(certificateDocument(part), { signal });
  try {
    return await render(run);
  } catch (error) {
    throw await faultOf(run, error, render);
  }
}
