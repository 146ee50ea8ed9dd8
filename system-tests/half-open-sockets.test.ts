import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startDemoPortal } from './harness/demo-portal.ts';
import { memoryOf } from './harness/process-tree.ts';
import { percentile } from './harness/write-colleges.ts';

const sockets = Number(process.env.SOCKETS ?? 2_000);
const maximumMb = 600;
/** The server looks at its deadlines every 2 s; a busy machine takes its time to tell. */
const graceSeconds = 8;

const server = await startDemoPortal();
const cookie = await server.signIn('admin', 'admin');
afterAll(() => server?.close());

const post = (path: string, length: number) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${cookie}`,
    'content-type: application/json',
    `content-length: ${length}`,
    '',
    '{"name": "Maha',
  ].join('\r\n');

/** What is sent before the sender stops, and the seconds after which the server may keep it no longer. */
const halves: Record<string, { sent: () => string; seconds: number; count?: number; drip?: boolean }> = {
  'not a byte': { sent: () => '', seconds: 10 },
  'half a request line': { sent: () => 'GET /api/app', seconds: 10 },
  'half a header': { sent: () => 'GET /healthz HTTP/1.1\r\nhost: local', seconds: 10 },
  'headers without an end, a byte a second': {
    sent: () => 'GET /healthz HTTP/1.1\r\nx-slow: ',
    seconds: 10,
    drip: true,
  },
  'half a JSON body': { sent: () => post('/api/colleges', 1_000), seconds: 30 },
  'half a JSON body, a byte a second': { sent: () => post('/api/colleges', 1_000), seconds: 30, drip: true },
  // The answer comes after 120 s, and who does not end its body is cut off 20 s later.
  'half an upload': {
    sent: () =>
      post('/api/files?kind=invoice&name=a.pdf', 1_000).replace(
        'application/json',
        'application/octet-stream',
      ),
    seconds: 140,
    count: 300,
  },
  'a whole request, then nothing': {
    sent: () => `GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    seconds: 30,
  },
  '4,500 sockets, half a header each': {
    sent: () => 'GET /healthz HTTP/1.1\r\nhost: local',
    seconds: 10,
    count: 4_500,
  },
};

test.each(Object.entries(halves))('%s', async (what, { sent, seconds, count = sockets, drip }) => {
  const opened = await Promise.all(Array.from({ length: count }, () => open(sent())));
  const began = performance.now();
  const times: number[] = [];
  for (const socket of opened) socket.once('close', () => times.push((performance.now() - began) / 1_000));
  const dripping = setInterval(() => {
    if (drip) for (const socket of opened) if (socket.writable) socket.write('x');
  }, 1_000);
  const served: number[] = [];
  let memory = 0;
  const deadline = began + (seconds + graceSeconds) * 1_000;
  while (opened.some((socket) => !socket.closed) && performance.now() < deadline) {
    served.push(await timeOf('/healthz'), await timeOf('/api/colleges?limit=50'));
    const { own, mapped } = memoryOf(server.pid());
    memory = Math.max(memory, own + mapped);
    await delay(100);
  }
  clearInterval(dripping);
  const left = opened.filter((socket) => !socket.closed).length;
  for (const socket of opened) socket.destroy();
  console.log(
    JSON.stringify({
      what,
      sockets: count,
      closedAfterSeconds: Math.round(Math.max(0, ...times)),
      left,
      othersServed: { count: served.length, p99: percentile(served, 0.99) },
      residentMb: Math.round(memory),
    }),
  );
  expect(left).toBe(0);
  expect(server.isAlive()).toBe(true);
  expect(percentile(served, 0.99)).toBeLessThan(1_000);
  expect(memory).toBeLessThan(maximumMb);
});

test('change streams: few for a session, and half-closed ones end', async () => {
  const ask = `GET /api/changes HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`;
  const statuses = new Map<string, number>();
  const streams = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = await open(ask);
      socket.once('data', (chunk) => {
        const status = chunk.toString().slice(9, 12);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      return socket;
    }),
  );
  await expect.poll(() => [...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(200);
  expect(statuses.get('200')).toBe(6);
  // Half closed: no more is sent, and what comes is not read any more.
  for (const socket of streams) socket.removeAllListeners('data').pause().end();
  await delay(1_000);
  for (const socket of streams) socket.resume();
  await expect.poll(() => streams.filter((socket) => !socket.closed).length, { timeout: 40_000 }).toBe(0);
  const [again] = (await once((await open(ask)).setEncoding('latin1'), 'data')) as [string];
  expect(again).toMatch(/^HTTP\/1\.1 200 /);
  console.log(JSON.stringify({ streams: Object.fromEntries(statuses) }));
});

/** A connection that has sent this, and stays open whatever the other side does. */
async function open(text: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
  // A reset is an end as well.
  socket.on('error', () => {});
  // Without a reader, nobody hears of the end.
  socket.on('end', () => socket.destroy());
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  if (text && socket.writable) socket.write(text);
  return socket;
}

async function timeOf(path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${server.url}${path}`, { headers: { cookie, connection: 'close' } });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - start;
}
