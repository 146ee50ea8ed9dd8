import path from 'node:path';
import type { Readable } from 'node:stream';
import { domainError } from '#platform/server/domain-error.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ReaderProcess } from './reader-process.ts';

export type Reader = 'pdf' | 'sheet' | 'picture' | 'large picture';

type Limits = {
  /** The program, in this folder. */
  entry: string;
  /** V8's heap only. */
  heapMb: number;
  /** Enforced on Linux only. */
  residentMb: number;
  /** Time limit of one answer. */
  answerMs: number;
  /** Files read in parallel; a PDF or picture takes a moment, a spreadsheet as long as its rows are consumed. */
  atOnce: number;
  /** Error codes for the uploader when a limit is exceeded, and when the reader fails. */
  exceeded: ErrorCode;
  failed: ErrorCode;
};

const limitsOf: Record<Reader, Limits> = {
  pdf: {
    entry: 'pdf-reader.ts',
    ...{ heapMb: 256, residentMb: 400, answerMs: 15_000, atOnce: 1 },
    ...{ exceeded: 'files.pdf_too_complex', failed: 'files.pdf_damaged' },
  },
  sheet: {
    entry: 'sheet-reader.ts',
    ...{ heapMb: 700, residentMb: 900, answerMs: 60_000, atOnce: 2 },
    ...{ exceeded: 'sheets.too_complex', failed: 'sheets.damaged' },
  },
  picture: {
    entry: 'picture-reader.ts',
    ...{ heapMb: 128, residentMb: 400, answerMs: 20_000, atOnce: 2 },
    ...{ exceeded: 'files.picture_too_large', failed: 'files.picture_damaged' },
  },
  'large picture': {
    entry: 'picture-reader.ts',
    ...{ heapMb: 128, residentMb: 700, answerMs: 20_000, atOnce: 1 },
    ...{ exceeded: 'files.picture_too_large', failed: 'files.picture_damaged' },
  },
};
/** A process that grew beyond this is not reused. */
const retireAboveMb = 200;

/** Idle readers: starting one takes half a second. */
const idle: Record<Reader, ReaderProcess[]> = { pdf: [], sheet: [], picture: [], 'large picture': [] };

/**
 * Reads an untrusted file in a separate process with limits on memory and time, so that it can neither block nor
 * exhaust this one. Yields the reader's answers at the consumer's pace. `use` is passed to the reader.
 */
export async function* readUntrusted<Answer>(
  reader: Reader,
  input: Readable,
  use?: string,
): AsyncGenerator<Answer> {
  const { entry, heapMb, residentMb, answerMs, atOnce, exceeded, failed } = limitsOf[reader];
  const giveBack = await takeTurn(reader, atOnce);
  const process = idle[reader].pop() ?? new ReaderProcess(path.join(import.meta.dirname, entry), heapMb);
  const leave = process.enter(residentMb);
  let isReusable = false;
  try {
    for await (const chunk of input) await process.give({ chunk: chunk as Uint8Array });
    for (;;) {
      const told = await process.ask<Answer>({ next: true, ...(use && { use }) }, answerMs);
      if (told === 'exceeded') throw refusalOf(exceeded);
      if (told === 'failed') throw refusalOf(failed);
      if ('answer' in told) {
        yield told.answer;
        continue;
      }
      isReusable = true;
      if ('refused' in told) throw refusalOf(told.refused.code, told.refused.data);
      return;
    }
  } finally {
    leave();
    input.destroy();
    if (isReusable && (await process.residentMb()) < retireAboveMb) idle[reader].push(process);
    else process.end();
    giveBack();
  }
}

function refusalOf(code: ErrorCode, data?: unknown): Error {
  return (domainError as (code: ErrorCode, data: unknown) => Error)(code, data);
}

const waiting = new Map<string, { running: number; queue: (() => void)[] }>();
/** Each holds its file in memory; further ones are refused at once. */
const mostWaiting = 40;

/** Waits until fewer than `atOnce` of this kind run; the returned function ends the turn. */
async function takeTurn(kind: string, atOnce: number): Promise<() => void> {
  const turns = waiting.get(kind) ?? { running: 0, queue: [] };
  waiting.set(kind, turns);
  if (turns.queue.length >= mostWaiting) throw domainError('request.busy');
  if (turns.running >= atOnce) await new Promise<void>((resolve) => turns.queue.push(resolve));
  else turns.running += 1;
  return () => {
    const next = turns.queue.shift();
    if (next) next();
    else turns.running -= 1;
  };
}
