import path from 'node:path';
import type { Readable } from 'node:stream';
import { ProcessEndedError } from '#platform/server/child-processes/limited-process.ts';
import { ProcessPool } from '#platform/server/child-processes/process-pool.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ReaderAnswer } from './serve-parent.ts';

export type Reader = 'pdf' | 'sheet' | 'picture' | 'large picture';

type ReaderKind = {
  pool: ProcessPool;
  /** Time limit of one answer. */
  answerMs: number;
  /** Error codes for the uploader when a limit is exceeded, and when the reader fails. */
  exceeded: ErrorCode;
  failed: ErrorCode;
};

/** For a reader to leave a file of which no more is wanted, instead of being replaced. */
const leaveMs = 250;

const pictureCodes = { exceeded: 'files.picture_too_large', failed: 'files.picture_damaged' } as const;

/** A PDF or picture takes a moment, a spreadsheet as long as its rows are consumed. */
const readers: Record<Reader, ReaderKind> = {
  pdf: {
    pool: poolOf('pdf-reader.ts', { heapMb: 256, residentMb: 400, most: 1 }),
    answerMs: 15_000,
    ...{ exceeded: 'files.pdf_too_complex', failed: 'files.pdf_damaged' },
  },
  sheet: {
    pool: poolOf('spreadsheet-reader.ts', { heapMb: 700, residentMb: 900, most: 2 }),
    answerMs: 60_000,
    ...{ exceeded: 'sheets.too_complex', failed: 'sheets.damaged' },
  },
  picture: {
    pool: poolOf('picture-reader.ts', { heapMb: 128, residentMb: 400, most: 2 }),
    answerMs: 20_000,
    ...pictureCodes,
  },
  'large picture': {
    pool: poolOf('picture-reader.ts', { heapMb: 128, residentMb: 700, most: 1 }),
    answerMs: 20_000,
    ...pictureCodes,
  },
};

function poolOf(program: string, limits: { heapMb: number; residentMb: number; most: number }): ProcessPool {
  const entry = path.join(import.meta.dirname, program);
  return new ProcessPool({ entry, ...limits, retireAboveMb: 200, mostWaiting: 40 });
}

/**
 * Reads an untrusted file in a separate process with limits on memory and time, so that it can neither block nor
 * exhaust this one. Yields the reader's answers at the consumer's pace. `use` is passed to the reader.
 */
export async function* readUntrusted<Answer>(
  reader: Reader,
  input: Readable,
  use?: string,
): AsyncGenerator<Answer> {
  const { pool, answerMs, exceeded, failed } = readers[reader];
  const process = await pool.acquire();
  let isAtEnd = false;
  let isBetweenAnswers = false;
  try {
    for await (const chunk of input) await process.send({ chunk: chunk as Uint8Array });
    for (;;) {
      const request = { next: true, ...(use && { use }) };
      isBetweenAnswers = false;
      const answer = await process.ask<ReaderAnswer<Answer>>(request, { ms: answerMs });
      isAtEnd = !('answer' in answer);
      if ('refused' in answer) throw errorOf(answer.refused.code, answer.refused.data);
      if ('done' in answer) return;
      isBetweenAnswers = true;
      yield answer.answer;
    }
  } catch (error) {
    if (error instanceof ProcessEndedError) throw errorOf(error.wasKilled ? exceeded : failed);
    throw error;
  } finally {
    input.destroy();
    if (isBetweenAnswers) await process.ask({ leave: true }, { ms: leaveMs }).catch(() => process.stop(null));
    // A process interrupted in an answer is not reused.
    else if (!isAtEnd) await process.stop(null);
    await pool.release(process);
  }
}

function errorOf(code: ErrorCode, data?: unknown): Error {
  return (domainError as (code: ErrorCode, data: unknown) => Error)(code, data);
}
