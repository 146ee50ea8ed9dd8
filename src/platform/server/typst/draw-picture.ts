import { RenderError } from './render-error.ts';
import type { DrawnPage, TypstPicture } from './typst-document.ts';
import { TypstProcess } from './typst-process.ts';

/** A picture has one page; what exceeds these limits is faulty. */
const limits = { heapMb: 512, residentMb: 1_024, baseMs: 10_000, perPageMs: 0 };
/** A process that grew beyond this is replaced, before it reaches its limit while drawing. */
const retireAboveMb = 640;

/** Used for drawing only, so that print files never delay the layout editor. */
let drawing: TypstProcess | null = null;
/** Pictures are drawn one after the other, in order of request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws in a warm process of its own, unless the caller has aborted by its turn. If the process died, because of an
 * earlier picture or from outside, another one draws the picture. Rejects with a `RenderError`.
 */
export function drawPicture(
  picture: TypstPicture,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<DrawnPage> {
  const drawn = last.then(() => {
    signal?.throwIfAborted();
    return draw(picture).catch((error) => {
      if (!hasDied(error)) throw error;
      return draw(picture);
    });
  });
  last = drawn.then(retireLarge, () => {});
  return drawn;
}

function draw(picture: TypstPicture): Promise<DrawnPage> {
  if (!drawing?.usable) drawing = new TypstProcess(limits);
  return drawing.draw(picture);
}

function hasDied(error: unknown): boolean {
  return (
    error instanceof RenderError &&
    (error.code === 'renderer_crashed' || error.code === 'renderer_out_of_memory')
  );
}

/** The next process starts at once, so that the next picture does not wait for it. */
async function retireLarge(): Promise<void> {
  const residentMb = await drawing?.residentMb();
  if (!drawing?.usable || residentMb == null || residentMb <= retireAboveMb) return;
  await drawing.stop(null);
  drawing = new TypstProcess(limits);
}

/** Ends the process and waits for its exit; a later picture starts a new one. */
export async function closePictures(reason: unknown): Promise<void> {
  await drawing?.stop(reason);
  drawing = null;
}
