import { joinPdfs } from '#platform/server/typst/join-pdfs.ts';
import { renderDocument } from '#platform/server/typst/render-document.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateRun } from './certificate-sheet.ts';
import { faultOf } from './find-fault.ts';

/**
 * Typst compiles a document as a whole, at 1.5 MB a sheet. So long runs are compiled in parts, by which memory stays flat,
 * progress can be told, and papers that somebody waits for come in between.
 */
const sheetsOfPart = 50;

/**
 * Renders one PDF/A-2a and PDF/UA-1, one A4 page a sheet, in the given order. `onProgress` hears how many sheets are done
 * and is waited for. Rejects with a refusal that names the sheet at fault, with a `RenderError` when the
 * renderer ended, or with the reason of `signal`.
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
