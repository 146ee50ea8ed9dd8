import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Portal } from './portal.ts';

export type FloodAnswer = { status: number; retryAfter: string | undefined; error?: string };

/** One request on a socket of its own, with no limit to how long connecting takes: a crowd waits at the door. */
export function askAlone(
  portal: Portal,
  { method = 'GET', path, cookie, body }: { method?: string; path: string; cookie: string; body?: unknown },
): Promise<FloodAnswer> {
  return new Promise((resolve) => {
    const outgoing = request(portal.url + path, {
      method,
      agent: false,
      headers: {
        cookie,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
    });
    outgoing.setTimeout(90_000, () => outgoing.destroy(new Error('no answer in 90 s')));
    outgoing.once('response', (response) => {
      response.resume();
      response.once('close', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      );
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, retryAfter: undefined, error: error.code ?? error.message }),
    );
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
