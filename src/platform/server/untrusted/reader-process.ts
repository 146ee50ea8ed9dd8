import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '#shared/errors.ts';

/** Messages from the parent: a chunk of the file, or a request for the next answer, with the purpose of the file. */
export type Said = { chunk: Uint8Array } | { next: true; use?: string };
/** Messages from a reader; after each answer it waits for the next request. */
export type Told<Answer> =
  | { answer: Answer }
  | { refused: { code: ErrorCode; data: unknown } }
  | { done: true };

const memoryCheckMs = 50;
const compileCache = process.env.NODE_COMPILE_CACHE;

/** A child process that reads one file at a time; after it has ended it is not reused. */
export class ReaderProcess {
  readonly #child: ChildProcess;

  constructor(entry: string, heapMb: number) {
    this.#child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing else of the server's environment, which contains its secrets.
      env: compileCache ? { NODE_COMPILE_CACHE: compileCache } : {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => {});
  }

  /** Keeps this process alive and watches the child's memory until the returned function is called. */
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

  /** Resolves when sent, or when sending is impossible: the next answer then reports it. */
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
      // Raced below; ignored if the answer came first.
      ended.catch(() => {});
      await this.give(said);
      const told = await Promise.race([answered, ended]);
      if (!('status' in told)) return told[0] as Told<Answer>;
      // Killed by a signal: ours, or V8's abort when its heap is full.
      return told.status === null ? 'exceeded' : 'failed';
    } catch (error) {
      if (patience.aborted) return 'exceeded';
      throw error;
    } finally {
      leaving.abort();
    }
  }

  /** Zero where the system does not report it: then only V8's heap limit applies. */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
