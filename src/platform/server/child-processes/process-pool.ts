import { domainError } from '#platform/server/domain-error.ts';
import { LimitedProcess, type ProcessLimits } from './limited-process.ts';

type PoolLimits = ProcessLimits & {
  most: number;
  /** A process that grew beyond this is replaced, because native code seldom gives memory back. */
  retireAboveMb: number;
  /** Each caller holds its input in memory; further ones are refused. */
  mostWaiting: number;
};

/** Processes of one kind, kept while idle: starting one takes half a second. */
export class ProcessPool {
  readonly #limits: PoolLimits;
  readonly #idle: LimitedProcess[] = [];
  readonly #busy = new Set<LimitedProcess>();
  /** First come, first served. */
  readonly #queue: (() => void)[] = [];

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  get use() {
    return { busy: this.#busy.size, idle: this.#idle.length, waiting: this.#queue.length };
  }

  /** Waits for a process, which the caller releases. */
  async acquire(signal?: AbortSignal): Promise<LimitedProcess> {
    signal?.throwIfAborted();
    if (this.#queue.length >= this.#limits.mostWaiting) throw domainError('request.busy');
    while (this.#busy.size >= this.#limits.most) await this.#returned(signal);
    // The last one returned first: its caches are the warmest.
    let process = this.#idle.pop();
    while (process && !process.usable) process = this.#idle.pop();
    process ??= new LimitedProcess(this.#limits);
    this.#busy.add(process);
    return process;
  }

  async release(process: LimitedProcess): Promise<void> {
    if (process.usable) {
      if ((await process.residentMb()) <= this.#limits.retireAboveMb) this.#idle.push(process);
      else await process.stop(null);
    }
    this.#busy.delete(process);
    this.#queue.shift()?.();
  }

  /** Ends every process and waits for their exit; a later call starts new ones. */
  async close(reason: unknown): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((process) => process.stop(reason)));
  }

  #returned(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#queue.splice(this.#queue.indexOf(wake), 1);
        reject(signal?.reason);
      };
      this.#queue.push(wake);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
