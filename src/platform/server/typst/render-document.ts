import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type LimitedProcess, ProcessEndedError } from '#platform/server/child-processes/limited-process.ts';
import { ProcessPool } from '#platform/server/child-processes/process-pool.ts';
import { type RenderAnswer, RenderError } from './render-error.ts';
import type { DrawnPage, TypstDocument, TypstPicture } from './typst-document.ts';

const worker = { entry: join(import.meta.dirname, 'typst-worker.ts'), heapMb: 512, mostWaiting: 100 };
const renderers = new ProcessPool({
  ...worker,
  residentMb: 2_560,
  most: Math.min(availableParallelism(), 4),
  retireAboveMb: 768,
});
/** For the start of the process and the first compilation, and for each page. */
const [startMs, pageMs] = [20_000, 100];
/** Of one page; for drawing only, so that print files never delay the layout editor. */
const painters = new ProcessPool({ ...worker, residentMb: 1_024, most: 1, retireAboveMb: 640 });
const pictureMs = 10_000;

const outcomes = { rendered: 0, failed: 0 };

type Options = { signal?: AbortSignal | undefined };

/** Current renderers, and outcome counts of all documents of this process. */
export function rendererUse() {
  return { ...renderers.use, ...outcomes };
}

/** Renders one PDF/A-2a in a separate process. Rejects with a `RenderError`, or with the reason of `signal`. */
export async function renderDocument(document: TypstDocument, { signal }: Options = {}): Promise<Uint8Array> {
  const ms = startMs + pageMs * document.pages;
  try {
    const { pdf } = await runOnProcess(renderers, signal, (renderer) =>
      renderer.ask<RenderAnswer<{ pdf: Uint8Array }>>({ print: document }, { ms, signal }),
    );
    outcomes.rendered += 1;
    return pdf;
  } catch (error) {
    outcomes.failed += 1;
    throw error;
  }
}

/**
 * Draws one page, unless the caller has aborted by its turn. If the process died, because of an earlier picture or from
 * outside, another one draws the picture. Rejects with a `RenderError`.
 */
export async function drawPicture(picture: TypstPicture, { signal }: Options = {}): Promise<DrawnPage> {
  const draw = () =>
    runOnProcess(painters, signal, (painter) =>
      painter.ask<RenderAnswer<{ drawn: DrawnPage }>>({ draw: picture }, { ms: pictureMs }),
    );
  const { drawn } = await draw().catch((error) => {
    if (error.code === 'renderer_crashed' || error.code === 'renderer_out_of_memory') return draw();
    throw error;
  });
  return drawn;
}

/** Ends every renderer and waits for their exit; a later call starts new ones. */
export async function closeRenderers(): Promise<void> {
  const closing = new RenderError({
    code: 'renderer_closed',
    message: 'The server is shutting down, so the paper was not finished.',
  });
  await Promise.all([renderers, painters].map((pool) => pool.close(closing)));
}

async function runOnProcess<Done extends object>(
  pool: ProcessPool,
  signal: AbortSignal | undefined,
  ask: (process: LimitedProcess) => Promise<RenderAnswer<Done>>,
): Promise<Done> {
  const process = await pool.acquire(signal);
  try {
    const answer = await ask(process);
    if ('fault' in answer) throw new RenderError(answer.fault);
    return answer;
  } catch (error) {
    if (!(error instanceof ProcessEndedError)) throw error;
    throw new RenderError({ code: `renderer_${error.reason}`, message: `The renderer ${error.message}` });
  } finally {
    await pool.release(process);
  }
}
