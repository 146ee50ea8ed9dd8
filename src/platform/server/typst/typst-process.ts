import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type RenderAnswer, RenderError, type RenderRequest } from './render-error.ts';
import type { DrawnPage, TypstDocument, TypstPicture } from './typst-document.ts';

export type RenderLimits = {
  /** V8's heap only; Typst's own memory counts as resident. */
  heapMb: number;
  /** Enforced on Linux only. */
  residentMb: number;
  /** For the start of the process and the first compilation. */
  baseMs: number;
  perPageMs: number;
};

const memoryCheckMs = 100;
const keptStderr = 2_000;

// Nothing of the server's environment, which contains its secrets. Package imports of a template fail: the proxy
// address is unused and the caches do not exist.
const childEnvironment = {
  ALL_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  XDG_DATA_HOME: '/nonexistent',
};

type Done = Exclude<RenderAnswer, { fault: unknown }>;
type Waiting = { resolve: (done: Done) => void; reject: (reason: unknown) => void };

/** A child process that renders one document at a time. After it has ended it is never reused. */
export class TypstProcess {
  readonly #child: ChildProcess;
  readonly #limits: RenderLimits;
  #waiting: Waiting | null = null;
  /** Why we killed it; null if it ended by itself. */
  #verdict: { reason: unknown } | null = null;
  #stderr = '';
  #ended = false;

  constructor(limits: RenderLimits) {
    this.#limits = limits;
    this.#child = fork(join(import.meta.dirname, 'typst-worker.ts'), {
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
    this.#child.on('message', (answer: RenderAnswer) => this.#settle(answer));
    this.#child.on('error', (error) => this.#end(crash(error.message)));
    // 'close' rather than 'exit': by then all of stderr has arrived.
    this.#child.on('close', (status, signal) => {
      this.#end(crash(`${signal ?? `status ${status}`}. ${this.#stderr}`.trim()));
    });
    this.#holdParent(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get usable(): boolean {
    return !this.#ended && this.#verdict === null;
  }

  async render(document: TypstDocument, signal?: AbortSignal): Promise<Uint8Array> {
    const done = await this.#ask({ print: document }, { pages: document.pages, signal });
    return (done as Extract<Done, { pdf: unknown }>).pdf;
  }

  /** The first page as a picture, with the data that the template returns. */
  async draw(picture: TypstPicture): Promise<DrawnPage> {
    const done = await this.#ask({ draw: picture }, { pages: 1, signal: undefined });
    return (done as Extract<Done, { drawn: unknown }>).drawn;
  }

  async #ask(
    request: RenderRequest,
    { pages, signal }: { pages: number; signal: AbortSignal | undefined },
  ): Promise<Done> {
    signal?.throwIfAborted();
    if (!this.usable) throw crash('it had ended before this document.');
    const allowedMs = this.#limits.baseMs + this.#limits.perPageMs * pages;
    const clock = setTimeout(() => this.#kill(timedOut(allowedMs)), allowedMs);
    const memoryWatch = setInterval(() => void this.#checkMemory(), memoryCheckMs);
    const abort = () => this.#kill(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#holdParent(true);
    try {
      return await new Promise<Done>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        // A failed send is followed by 'close', which rejects with the reason.
        this.#child.send(request, () => {});
      });
    } finally {
      this.#waiting = null;
      clearTimeout(clock);
      clearInterval(memoryWatch);
      signal?.removeEventListener('abort', abort);
      this.#holdParent(false);
    }
  }

  /** Kills the process and waits for its exit; a document being rendered is rejected with `reason`. */
  async stop(reason: unknown): Promise<void> {
    if (this.#ended) return;
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    this.#child.once('close', () => resolve());
    this.#holdParent(true);
    this.#kill(reason);
    await gone;
  }

  /** Null where the system does not report it. */
  async residentMb(): Promise<number | null> {
    // Outside Linux there is no /proc, so only V8's heap limit applies.
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  }

  async #checkMemory(): Promise<void> {
    const used = await this.residentMb();
    if (used !== null && used > this.#limits.residentMb) this.#kill(outOfMemory(this.#limits.residentMb));
  }

  #settle(answer: RenderAnswer): void {
    if ('fault' in answer) this.#waiting?.reject(new RenderError(answer.fault));
    else this.#waiting?.resolve(answer);
  }

  #kill(reason: unknown): void {
    this.#verdict ??= { reason };
    this.#child.kill('SIGKILL');
  }

  #end(reason: RenderError): void {
    this.#ended = true;
    this.#waiting?.reject(this.#verdict ? this.#verdict.reason : reason);
  }

  /** An idle renderer must not keep the server process alive. */
  #holdParent(hold: boolean): void {
    if (hold) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }
}

function crash(detail: string): RenderError {
  return new RenderError({
    code: 'renderer_crashed',
    message: `The renderer ended unexpectedly: ${detail}`,
  });
}

function timedOut(allowedMs: number): RenderError {
  return new RenderError({
    code: 'renderer_timed_out',
    message: `The paper was not ready within ${Math.ceil(allowedMs / 1000)} seconds, so the renderer was stopped.`,
  });
}

function outOfMemory(residentMb: number): RenderError {
  return new RenderError({
    code: 'renderer_out_of_memory',
    message: `The renderer needed more than ${residentMb} MB and was stopped. Print fewer pages at once.`,
  });
}
