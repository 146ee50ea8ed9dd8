import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

export type ProcessLimits = {
  /** The module that the process runs. */
  entry: string;
  /** V8's heap only; memory of native code counts as resident. */
  heapMb: number;
  /** Enforced on Linux only. */
  residentMb: number;
};

/** A process that ended before its answer; the message continues a sentence that names it. */
export class ProcessEndedError extends Error {
  readonly reason: 'crashed' | 'timed_out' | 'out_of_memory';
  /** Whether it was killed: by us, or by V8's abort when its heap is full. */
  readonly wasKilled: boolean;

  constructor(reason: ProcessEndedError['reason'], message: string, { wasKilled = true } = {}) {
    super(message);
    this.reason = reason;
    this.wasKilled = wasKilled;
  }
}

/** A file that unpacks to gigabytes takes a fraction of a second. */
const memoryCheckMs = 50;
const keptStderr = 2_000;
const compileCache = process.env.NODE_COMPILE_CACHE;

// Nothing else of the server's environment, which contains its secrets. Package imports of a Typst template fail: the
// proxy address is unused and the caches do not exist.
const childEnvironment = {
  ALL_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  XDG_DATA_HOME: '/nonexistent',
  ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
};

type Waiting = { resolve: (answer: never) => void; reject: (reason: unknown) => void };

/** A child process with limits on memory and time, which answers one message at a time. Once ended, it is never reused. */
export class LimitedProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  #waiting: Waiting | null = null;
  /** Why it ended, or was killed. */
  #end: { reason: unknown } | null = null;
  #isGone = false;
  #stderr = '';

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
    this.#child = fork(limits.entry, {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      env: childEnvironment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const stderr = this.#child.stderr as Socket;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderr);
    });
    stderr.unref();
    this.#child.on('message', (answer) => this.#waiting?.resolve(answer as never));
    this.#child.on('error', (error) => this.#note(crash(error.message)));
    // 'close' rather than 'exit': by then all of stderr has arrived.
    this.#child.on('close', (status, signal) => {
      const detail = `${signal ?? `status ${status}`}. ${this.#stderr}`.trim();
      this.#note(crash(detail, signal !== null));
    });
    this.#holdParent(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get usable(): boolean {
    return this.#end === null;
  }

  /** Sends a message that is not answered. If that is impossible, the next `ask` reports why. */
  async send(message: Serializable): Promise<void> {
    this.#holdParent(true);
    await new Promise<void>((resolve) => this.#child.send(message, () => resolve()));
    this.#holdParent(false);
  }

  /** The answer to a message, within `ms`. Rejects with a `ProcessEndedError`, or with the reason of `stop` or `signal`. */
  async ask<Answer>(
    message: Serializable,
    { ms, signal }: { ms: number; signal?: AbortSignal | undefined },
  ): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#end) throw this.#end.reason;
    const clock = setTimeout(() => this.#kill(timedOut(ms)), ms);
    const memoryWatch = setInterval(() => void this.#checkMemory(), memoryCheckMs);
    const abort = () => this.#kill(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#holdParent(true);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        // A failed send is followed by 'close', which rejects with the reason.
        this.#child.send(message, () => {});
      });
    } finally {
      this.#waiting = null;
      clearTimeout(clock);
      clearInterval(memoryWatch);
      signal?.removeEventListener('abort', abort);
      this.#holdParent(false);
    }
  }

  /** Kills the process and waits for its exit; a message that waits for its answer is rejected with `reason`. */
  async stop(reason: unknown): Promise<void> {
    if (this.#isGone) return;
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    this.#child.once('close', () => resolve());
    this.#holdParent(true);
    this.#kill(reason);
    await gone;
  }

  /** Zero where the system does not report it: outside Linux, only V8's heap limit applies. */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  }

  async #checkMemory(): Promise<void> {
    const { residentMb } = this.#limits;
    if ((await this.residentMb()) > residentMb) this.#kill(outOfMemory(residentMb));
  }

  #kill(reason: unknown): void {
    this.#end ??= { reason };
    this.#child.kill('SIGKILL');
  }

  #note(reason: ProcessEndedError): void {
    this.#isGone = true;
    this.#end ??= { reason };
    this.#waiting?.reject(this.#end.reason);
  }

  /** An idle process must not keep the server alive. */
  #holdParent(hold: boolean): void {
    for (const one of [this.#child, this.#child.channel]) hold ? one?.ref() : one?.unref();
  }
}

function crash(detail: string, wasKilled = false): ProcessEndedError {
  return new ProcessEndedError('crashed', `ended unexpectedly: ${detail}`, { wasKilled });
}

function timedOut(ms: number): ProcessEndedError {
  return new ProcessEndedError(
    'timed_out',
    `was stopped, because it took longer than ${Math.ceil(ms / 1000)} seconds.`,
  );
}

function outOfMemory(residentMb: number): ProcessEndedError {
  return new ProcessEndedError('out_of_memory', `was stopped, because it needed more than ${residentMb} MB.`);
}
