import { availableParallelism } from 'node:os';
import { CertificateRenderError } from './certificate-render-error.ts';
import type { CertificateSheet, PrinterOffset, University } from './certificate-sheet.ts';
import { type RenderLimits, TypstProcess } from './typst-process.ts';

/** One document is compiled as a whole: a thousand sheets take about 7 seconds and 1.5 GB. */
export const maxSheets = 1_000;

const limits: RenderLimits = { heapMb: 512, residentMb: 2_560, baseMs: 20_000, perSheetMs: 100 };
/** A renderer that a long run has left larger than this is replaced: what Typst once took it does not give back. */
const retireAboveMb = 768;
const maxRenderers = Math.min(availableParallelism(), 4);

const idle: TypstProcess[] = [];
const busy = new Set<TypstProcess>();
/** Callers for whom no renderer is free, first come first served. */
const queue: (() => void)[] = [];

/**
 * Renders one PDF/A-2b, one landscape A4 page a sheet, in the given order. `onProgress` hears 0 when a renderer
 * takes the run up and the number of sheets when it is done. Rejects with a `CertificateRenderError`, or with the
 * reason of `signal`.
 */
export async function renderCertificates(input: {
  university: University;
  sheets: CertificateSheet[];
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
  offset?: PrinterOffset;
}): Promise<Uint8Array> {
  const { university, sheets, signal, offset = { xMm: 0, yMm: 0 } } = input;
  refuseWrongSize(sheets.length);
  const renderer = await takeRenderer(signal);
  try {
    input.onProgress?.(0);
    const pdf = await renderer.render({ university, offset, sheets }, signal);
    input.onProgress?.(sheets.length);
    return pdf;
  } finally {
    await giveBack(renderer);
  }
}

/** Ends every renderer and waits until they are gone; a later call starts new ones. */
export async function closeRenderers(): Promise<void> {
  const closing = new CertificateRenderError({
    code: 'renderer_closed',
    message: 'The server is shutting down, so the certificates were not finished.',
  });
  await Promise.all([...idle.splice(0), ...busy].map((renderer) => renderer.stop(closing)));
}

function refuseWrongSize(sheets: number): void {
  if (sheets === 0) throw new RangeError('A print file needs at least one sheet.');
  if (sheets <= maxSheets) return;
  throw new CertificateRenderError({
    code: 'too_many_sheets',
    message: `One print file holds at most ${maxSheets} sheets, and ${sheets} were asked for. Split the run.`,
  });
}

async function takeRenderer(signal: AbortSignal | undefined): Promise<TypstProcess> {
  signal?.throwIfAborted();
  while (busy.size >= maxRenderers) await rendererReturned(signal);
  // The last one returned first: its caches are the warmest.
  let renderer = idle.pop();
  while (renderer && !renderer.usable) renderer = idle.pop();
  renderer ??= new TypstProcess(limits);
  busy.add(renderer);
  return renderer;
}

async function giveBack(renderer: TypstProcess): Promise<void> {
  if (renderer.usable) {
    const residentMb = await renderer.residentMb();
    if (residentMb === null || residentMb <= retireAboveMb) idle.push(renderer);
    else await renderer.stop(null);
  }
  busy.delete(renderer);
  queue.shift()?.();
}

function rendererReturned(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      queue.splice(queue.indexOf(wake), 1);
      reject(signal?.reason);
    };
    queue.push(wake);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
