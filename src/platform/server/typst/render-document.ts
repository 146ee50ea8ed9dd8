import { availableParallelism } from 'node:os';
import { closePictures } from './draw-picture.ts';
import { RenderError } from './render-error.ts';
import type { TypstDocument } from './typst-document.ts';
import { type RenderLimits, TypstProcess } from './typst-process.ts';

const limits: RenderLimits = { heapMb: 512, residentMb: 2_560, baseMs: 20_000, perPageMs: 100 };
/** A renderer that grew beyond this is replaced, because Typst does not free memory. */
const retireAboveMb = 768;
const maxRenderers = Math.min(availableParallelism(), 4);

const idle: TypstProcess[] = [];
const busy = new Set<TypstProcess>();
/** Callers waiting for a renderer, first come first served. */
const queue: (() => void)[] = [];
const outcomes = { rendered: 0, failed: 0 };

/** Current renderers, and outcome counts of all documents of this process. */
export function rendererUse() {
  return { busy: busy.size, idle: idle.length, waiting: queue.length, ...outcomes };
}

/** Renders one PDF/A-2a in a separate process. Rejects with a `RenderError`, or with the reason of `signal`. */
export async function renderDocument(
  document: TypstDocument,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array> {
  const renderer = await takeRenderer(signal);
  try {
    const pdf = await renderer.render(document, signal);
    outcomes.rendered += 1;
    return pdf;
  } catch (error) {
    outcomes.failed += 1;
    throw error;
  } finally {
    await giveBack(renderer);
  }
}

/** Ends every renderer and waits for their exit; a later call starts new ones. */
export async function closeRenderers(): Promise<void> {
  const closing = new RenderError({
    code: 'renderer_closed',
    message: 'The server is shutting down, so the paper was not finished.',
  });
  await Promise.all([
    closePictures(closing),
    ...[...idle.splice(0), ...busy].map((renderer) => renderer.stop(closing)),
  ]);
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
