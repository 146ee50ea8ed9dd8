import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '#shared/errors.ts';

/** What the parent says: a piece of the file, or that it waits for the next answer, and what the file is for. */
export type Said = { chunk: Uint8Array } | { next: true; use?: string };
/** What a reader tells; after each answer it waits to be asked for the next. */
export type Told<Answer> =
  | { answer: Answer }
  | { refused: { code: ErrorCode; data: unknown } }
  | { done: true };

const memoryCheckMs = 50;
/** Where Node keeps what it has compiled. */
const compileCache = process.env.NODE_COMPILE_CACHE;

/** A child process that reads one file at a time; one that has ended is not used again. */
export class ReaderProcess {
  readonly #child: ChildProcess;

  constructor(entry: string, heapMb: number) {
    this.#child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing else of the server's environment, which holds its secrets.
      env: compileCache ? { NODE_COMPILE_CACHE: compileCache } : {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => {});
  }

  /** Holds this process and watches the memory of the other until `leave` is called. */
  enter(residentMb: number): () => void {
    this.#child.ref();
    this.#child.channel?.ref();
    const watch = setInterval(() => {
      void this.residentMb().then((used) => used > residentMb && this.#child.kill('SIGKILL'));
    }, memoryCheckMs);
    return () => {
      clearInterval(watch);
      this.#child.unref();
      this.#child.channel?.unref();
    };
  }

  /** Resolves when it is sent, or can no longer be: then the next answer says so. */
  give(said: Said): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.connected) this.#child.send(said, () => resolve());
      else resolve();
    });
  }

  async ask<Answer>(said: Said, answerMs: number): Promise<Told<Answer> | 'exceeded' | 'failed'> {
    if (this.#child.exitCode !== null) return 'failed';
    if (this.#child.signalCode !== null) return 'exceeded';
    const patience = AbortSignal.timeout(answerMs);
    const leaving = new AbortController();
    const { signal } = leaving;
    try {
      const answered = once(this.#child, 'message', { signal: AbortSignal.any([patience, signal]) });
      const ended = once(this.#child, 'exit', { signal }).then(([status]) => ({ status }));
      // Raced below, and nobody's when the answer came first.
      ended.catch(() => {});
      await this.give(said);
      const told = await Promise.race([answered, ended]);
      if (!('status' in told)) return told[0] as Told<Answer>;
      // Ended by a signal: ours, or that of V8 when its heap is full.
      return told.status === null ? 'exceeded' : 'failed';
    } catch (error) {
      if (patience.aborted) return 'exceeded';
      throw error;
    } finally {
      leaving.abort();
    }
  }

  /** Nothing where the system does not tell: then the limit of V8's heap is all that holds. */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
