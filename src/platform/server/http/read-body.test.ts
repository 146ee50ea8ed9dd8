import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { domainError } from '#platform/server/domain-error.ts';
import { readWithin } from './read-body.ts';

const limits = { maximumBytes: 100_000_000, seconds: 60, tooLarge: () => domainError('imports.too_large') };

test('of a body that is read piece by piece no piece is held once the next was taken', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const pieces: WeakRef<Buffer>[] = [];
  const body = Readable.from(
    (function* () {
      for (let count = 0; count < 200; count += 1) {
        const piece = Buffer.alloc(64 * 1024, count);
        pieces.push(new WeakRef(piece));
        yield piece;
      }
    })(),
    { objectMode: false },
  );
  const request = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
  let taken = 0;
  let held = 0;
  for await (const _piece of readWithin(request, limits)) {
    taken += 1;
    if (taken < 190) continue;
    // A reference that was looked at lives until the turn is over.
    await new Promise(setImmediate);
    collect();
    held = pieces.filter((piece) => piece.deref() !== undefined).length;
    break;
  }
  expect(held).toBeLessThan(20);
});
