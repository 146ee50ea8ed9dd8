import { RenderError } from './render-error.ts';
import type { DrawnPage, TypstPicture } from './typst-document.ts';
import { TypstProcess } from './typst-process.ts';

/** A picture is of one page: what needs more than this is at fault. */
const limits = { heapMb: 512, residentMb: 1_024, baseMs: 10_000, perPageMs: 0 };
/** A process that grew larger than this is replaced before it reaches its limit in the middle of a picture. */
const retireAboveMb = 640;

/** Draws nothing else, so that no print file keeps anybody waiting who moves a box. */
let drawing: TypstProcess | null = null;
/** Pictures one after the other, in the order in which they were asked for. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws in a warm process of its own, unless whoever asked has gone by the time it is their turn. Where the process dies, by what it drew
 * before or by a hand from outside, another one draws the same picture. Rejects with a `RenderError`.
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

/** The next one is started at once, so that the next picture does not wait for it. */
async function retireLarge(): Promise<void> {
  const residentMb = await drawing?.residentMb();
  if (!drawing?.usable || residentMb == null || residentMb <= retireAboveMb) return;
  await drawing.stop(null);
  drawing = new TypstProcess(limits);
}

/** Ends the process and waits until it is gone; a later picture starts a new one. */
export async function closePictures(reason: unknown): Promise<void> {
  await drawing?.stop(reason);
  drawing = null;
}
