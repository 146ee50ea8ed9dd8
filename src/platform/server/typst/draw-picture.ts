import type { DrawnPage, TypstPicture } from './typst-document.ts';
import { TypstProcess } from './typst-process.ts';

/** A picture is of one page: what needs more than this is at fault. */
const limits = { heapMb: 512, residentMb: 1_024, baseMs: 10_000, perPageMs: 0 };

/** Draws nothing else, so that no print file keeps anybody waiting who moves a box. */
let drawing: TypstProcess | null = null;
/** Pictures one after the other, in the order in which they were asked for. */
let last: Promise<unknown> = Promise.resolve();

/** Draws in a warm process of its own, unless whoever asked has gone by the time it is their turn. Rejects with a `RenderError`. */
export function drawPicture(
  picture: TypstPicture,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<DrawnPage> {
  const drawn = last.then(() => {
    signal?.throwIfAborted();
    if (!drawing?.usable) drawing = new TypstProcess(limits);
    return drawing.draw(picture);
  });
  last = drawn.catch(() => {});
  return drawn;
}

/** Ends the process and waits until it is gone; a later picture starts a new one. */
export async function closePictures(reason: unknown): Promise<void> {
  await drawing?.stop(reason);
  drawing = null;
}
