import { on } from 'node:events';
import { ORPCError } from '@orpc/server';
import type { ErrorCode } from '#shared/errors.ts';
import type { Said, Told } from './reader-process.ts';

/** The child's side of `readUntrusted`: answers about one file after the other, each on request. */
export async function serveParent<Answer, Use = undefined>(
  read: (file: Buffer, use: Use) => AsyncIterable<Answer>,
): Promise<void> {
  process.on('disconnect', () => process.exit());
  const said = on(process, 'message') as AsyncIterableIterator<[Said]>;
  const reply = (told: Told<Answer>) => process.send!(told);
  for (;;) {
    const { file, use } = await wholeFile<Use>(said);
    try {
      for await (const answer of read(file, use)) {
        reply({ answer });
        await said.next();
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
async function wholeFile<Use>(said: AsyncIterableIterator<[Said]>): Promise<{ file: Buffer; use: Use }> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value } = await said.next();
    const [told] = value;
    if ('next' in told) return { file: Buffer.concat(chunks), use: told.use as Use };
    chunks.push(told.chunk);
  }
}
