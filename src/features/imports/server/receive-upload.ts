import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { readWithin } from '#platform/server/http/read-body.ts';

export type ReceivedUpload = { storageKey: string; byteSize: number; sha256: string };

type Limits = { maximumBytes: number; seconds: number };

/** Streams the raw body into the file store; a rejected or aborted upload leaves nothing there. */
export async function receiveUpload(
  { files }: Pick<Services, 'files'>,
  request: FastifyRequest,
  storageKey: string,
  limits: Limits,
): Promise<ReceivedUpload> {
  const digest = createHash('sha256');
  let byteSize = 0;
  async function* metered() {
    for await (const chunk of readWithin(request.raw, {
      ...limits,
      tooLarge: () => domainError('imports.too_large'),
    })) {
      byteSize += chunk.length;
      digest.update(chunk);
      yield chunk;
    }
  }
  try {
    await files.putStream(storageKey, Readable.from(metered(), { objectMode: false }));
    if (byteSize === 0) throw domainError('files.empty');
  } catch (error) {
    await files.delete(storageKey);
    throw error;
  }
  return { storageKey, byteSize, sha256: digest.digest('hex') };
}
