import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { maximumBytes } from '../contract.ts';

export type ReceivedUpload = { storageKey: string; byteSize: number; sha256: string };

/** What a browser may go on sending before it is cut off without an answer. */
const patienceBytes = 5 * maximumBytes;

/**
 * Streams the raw body into the file store. What is beyond the limit is read and thrown away, because a browser hears
 * no answer before it has sent everything.
 */
export async function receiveUpload(
  { files }: Pick<Services, 'files'>,
  request: FastifyRequest,
  storageKey: string,
): Promise<ReceivedUpload> {
  const digest = createHash('sha256');
  let byteSize = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      if (byteSize > patienceBytes) request.raw.destroy();
      if (byteSize > maximumBytes) return done();
      digest.update(chunk);
      done(null, chunk);
    },
  });
  // A lost connection must end the write, too; `pipe` alone would wait for ever.
  request.raw.on('aborted', () => meter.destroy(new Error('the upload was cut off')));
  try {
    await files.putStream(storageKey, request.raw.pipe(meter));
    if (byteSize > maximumBytes) throw refusal('imports.too_large');
    if (byteSize === 0) throw refusal('files.empty');
  } catch (error) {
    await files.delete(storageKey);
    throw error;
  }
  return { storageKey, byteSize, sha256: digest.digest('hex') };
}
