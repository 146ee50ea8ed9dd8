import { setTimeout as delay } from 'node:timers/promises';

/** Everything that a server acknowledged, and the door at which clients wait while it is away. */
export type Acknowledged = {
  fetch: typeof fetch;
  /** The writes that were answered with success, by idempotency key: first sent, and answered in the end, at these moments. */
  writes: { key: string; began: number; ended: number }[];
  /** When a request was cut off or found nobody, each time. */
  brokenAt: number[];
  /** How often the disk was full. */
  storageFull(): number;
  /** Answers of 500 and above other than those that say that the server is busy (503) or its disk full (507). */
  unforeseen: string[];
  /** Requests begin only while it is open. */
  open(): void;
  close(): void;
  /** Whoever still waits gets an error. */
  giveUp(): void;
};

/**
 * A `fetch` that repeats a request with its key until it is answered, however often the server dies or is busy meanwhile,
 * and notes what was acknowledged. Answers that were sent before a server stopped count.
 */
export function retryingFetch(): Acknowledged {
  let door = Promise.withResolvers<void>();
  let storageFull = 0;
  let isGivenUp = false;
  const writes: Acknowledged['writes'] = [];
  const brokenAt: number[] = [];
  const unforeseen: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const isWrite = request.method !== 'GET';
    const body = isWrite ? await request.arrayBuffer() : null;
    const headers = new Headers(request.headers);
    const key = headers.get('idempotency-key') ?? crypto.randomUUID();
    if (isWrite) headers.set('idempotency-key', key);
    let began = 0;
    for (;;) {
      await door.promise;
      if (isGivenUp) throw new Error('given up');
      began ||= Date.now();
      // Cut off; asked again below.
      const response = await fetch(request.url, { method: request.method, headers, body }).catch(() => null);
      // Cut off; asked again below.
      const content = await response?.arrayBuffer().catch(() => null);
      // A proxy says 502 and 504 of a server that died.
      if (!response || !content || [502, 503, 504].includes(response.status)) {
        if (response?.status !== 503) brokenAt.push(Date.now());
        await delay(20);
        continue;
      }
      if (response.status === 507) storageFull += 1;
      else if (response.status >= 500)
        unforeseen.push(`${request.url} ${response.status} ${Buffer.from(content)}`);
      if (response.ok && isWrite) writes.push({ key, began, ended: Date.now() });
      return new Response(content.byteLength > 0 ? content : null, response);
    }
  };
  return {
    fetch: send,
    writes,
    brokenAt,
    storageFull: () => storageFull,
    unforeseen,
    giveUp: () => {
      isGivenUp = true;
      door.resolve();
    },
    open: () => door.resolve(),
    close: () => {
      door = Promise.withResolvers();
    },
  };
}
