import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Sends all requests at once, each on a connection of its own, and reports every answer. */
export type FloodRequest = { path: string; method: 'GET' | 'POST'; body?: string };
export type FloodAnswer = { path: string; status: number; hasRetryAfter: boolean; milliseconds: number };
type Flood = { url: string; cookie: string; requests: FloodRequest[] };

const { url, cookie, requests } = workerData as Flood;
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

parentPort!.postMessage(await Promise.all(requests.map(ask)));

function ask({ path, method, body }: FloodRequest): Promise<FloodAnswer> {
  const start = performance.now();
  return new Promise((resolve) => {
    const answer = (status: number, hasRetryAfter: boolean) =>
      resolve({ path, status, hasRetryAfter, milliseconds: performance.now() - start });
    const headers = {
      cookie,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    };
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => answer(response.statusCode!, response.headers['retry-after'] !== undefined));
      response.on('error', () => answer(0, false));
    });
    sent.on('error', () => answer(0, false));
    sent.end(body);
  });
}
