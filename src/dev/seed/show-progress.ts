import type { WriteStream } from 'node:tty';

/** Sooner nobody wonders what it does. */
const silentMs = 3_000;

/** Says in one line how far long work has come: on a terminal in per cent, in a file that it has begun. */
export async function showProgress(
  what: string,
  stream: Pick<WriteStream, 'isTTY' | 'write'>,
  work: (onProgress: (done: number, all: number) => void) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  let shown = '';
  await work((done, all) => {
    if (performance.now() - begun < silentMs) return;
    const line = stream.isTTY ? `${what}: ${Math.floor((100 * done) / all)} %` : `${what} …`;
    if (line === shown) return;
    stream.write(stream.isTTY ? `\r${line}` : `${line}\n`);
    shown = line;
  });
  if (shown && stream.isTTY) stream.write(`\r${' '.repeat(shown.length)}\r`);
}
