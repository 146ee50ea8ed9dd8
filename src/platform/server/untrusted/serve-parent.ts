// The errors that a reader throws.
import '#platform/contract/platform-words.ts';
import { on } from 'node:events';
import { ORPCError } from '@orpc/server';
import type { ErrorCode } from '#shared/errors.ts';

/**
 * Messages from the parent: a chunk of the file, a request for the next answer, with the purpose of the file, or to leave
 * the rest of it.
 */
type ReaderRequest = { chunk: Uint8Array } | { next: true; use?: string } | { leave: true };
/** Messages to the parent; after each answer the reader waits for the next request. */
export type ReaderAnswer<Answer> =
  | { answer: Answer }
  | { refused: { code: ErrorCode; data: unknown } }
  | { done: true };

/** The child's side of `readUntrusted`: answers about one file after the other, each on request. */
export async function serveParent<Answer, Use = undefined>(
  read: (file: Buffer, use: Use) => AsyncIterable<Answer>,
): Promise<void> {
  process.on('disconnect', () => process.exit());
  const requests = on(process, 'message') as AsyncIterableIterator<[ReaderRequest]>;
  const reply = (answer: ReaderAnswer<Answer>) => process.send!(answer);
  for (;;) {
    const { file, use } = await wholeFile<Use>(requests);
    try {
      for await (const answer of read(file, use)) {
        reply({ answer });
        const { value } = await requests.next();
        if ('leave' in value[0]) break;
      }
      reply({ done: true });
    } catch (error) {
      // Anything else is a bug: let this process crash, which the parent notices.
      if (!(error instanceof ORPCError)) throw error;
      reply({ refused: { code: error.code as ErrorCode, data: error.data } });
    }
  }
}

/** Reads chunks until the first request. */
async function wholeFile<Use>(
  requests: AsyncIterableIterator<[ReaderRequest]>,
): Promise<{ file: Buffer; use: Use }> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value } = await requests.next();
    const [request] = value;
    if ('next' in request) return { file: Buffer.concat(chunks), use: request.use as Use };
    if ('chunk' in request) chunks.push(request.chunk);
  }
}
