import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { halfOpen, pourJson, workbookBomb } from '../harness/bombs.ts';
import { type Desks, revive } from '../harness/desks.ts';
import { ask, type Json } from '../harness/people.ts';
import { eventually, type Portal, peakMemoryOf, resetPeakMemory } from '../harness/portal.ts';
import { takePulse } from '../harness/pulse.ts';
import { letters } from '../harness/random.ts';
import { tryUpload } from '../harness/records.ts';

// The issue, 4: "Under each listed attack, alone and 50 at once, the process stays below 1 GB and the event loop is
// never blocked for 500 ms." The loop is watched from another process, by what /healthz takes.

const gigabyte = 1024 ** 3;
const mebibyte = 1024 ** 2;

let portal: Portal;
let desks: Desks;

beforeEach(async () => {
  ({ portal, desks } = await revive(portal, desks));
  resetPeakMemory(portal.child.pid!);
});
afterAll(() => portal?.remove());
afterEach(() => expect(portal.exit(), portal.log().slice(-2_000)).toBeUndefined());

// FAULTS.md B1: "A JSON body has no limit: one request of 400 MB without a session took 1.3 GB; four of 250 MB killed
// the process" must become "limits by bytes before anything is parsed: 256 KiB for JSON, per-route for uploads,
// compressed bodies counted unpacked".
describe('B1 bodies', () => {
  test('B1: 400 MB of JSON without a session are refused with 413 at once', async () => {
    const pulse = await takePulse(`${portal.url}/healthz`);
    const { status, milliseconds, sent } = await pourJson(portal, '/api/sign-in', { bytes: 400e6 });
    expect(status).toBe(413);
    expect(sent, 'bytes that were taken').toBeLessThan(16 * mebibyte);
    expect(milliseconds).toBeLessThan(2_000);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
    expect((await pulse()).max).toBeLessThan(500);
  });

  test('B1: 400 MB without a stated length are cut off as well, alone and 50 at once', async () => {
    const pulse = await takePulse(`${portal.url}/healthz`);
    const one = { bytes: 400e6, chunked: true };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pourJson(portal, '/api/sign-in', one)),
    );
    for (const { sent } of answers) expect(sent).toBeLessThan(64 * mebibyte);
    expect(answers.filter(({ status }) => status === 413).length).toBeGreaterThan(25);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
    expect((await pulse()).max).toBeLessThan(500);
  });

  test('B1: JSON of 256 KiB passes the limit, a little more does not; the refusal has its request id', async () => {
    const bodyOf = (size: number) => {
      const frame = JSON.stringify({ values: { text: '' }, opened: null }).length;
      return { values: { text: 'a'.repeat(size - frame) }, opened: null };
    };
    const path = `/api/form-drafts/${letters(10)}/${crypto.randomUUID()}`;
    const small = await desks.receiver.ask('PUT', path, { body: bodyOf(250 * 1024) });
    // Another rule may refuse so large a form; the limit of bytes must not.
    expect(small.status, small.text).not.toBe(413);
    const large = await desks.receiver.ask('PUT', path, { body: bodyOf(257 * 1024) });
    expect(large.status).toBe(413);
    expect(large.body.requestId).toBeTruthy();
    expect(large.body.code).toBeTruthy();
  });

  test('B1: a compressed body is counted unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(200 * mebibyte, 0x20));
    const answer = await desks.admin.ask('POST', '/api/colleges', {
      bytes: new Uint8Array(packed),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([413, 415], answer.text).toContain(answer.status);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
  });

  test('B1: a picture over the limit of its route is refused with 413 and a sentence', async () => {
    const answer = await tryUpload(desks.receiver, 'photo', Buffer.alloc(30 * mebibyte, 0xff), 'large.jpg');
    expect(answer.status).toBe(413);
    expect(answer.body.requestId).toBeTruthy();
  });
});

// FAULTS.md B4: "XLSX shared strings 300 KiB → 300 MB: loop blocked 12.9 s, RSS 1.3 GB" must become "unpacking bounded
// by size and ratio, off the event loop; same for XML and images".
describe('B4 bombs', () => {
  test('B4: a workbook of 300 KiB that unpacks to 300 MB is refused, and nobody waits for it', async () => {
    const bomb = workbookBomb(300e6);
    expect(bomb.length).toBeLessThan(2 * mebibyte);
    const pulse = await takePulse(`${portal.url}/healthz`);
    const state = await importOf(bomb);
    expect(state).toMatch(/refused|failed|^4\d\d$/);
    const { max } = await pulse();
    expect(max, 'the longest that /healthz took').toBeLessThan(500);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
  });

  test('B4: a bank statement as such a workbook is refused as well', async () => {
    const pulse = await takePulse(`${portal.url}/healthz`);
    const answer = await desks.admin.ask('POST', '/api/bank-statements?name=june.xlsx', {
      bytes: new Uint8Array(workbookBomb(300e6)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await pulse()).max).toBeLessThan(500);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
  });

  test('B4: a picture of few bytes and many pixels is refused, alone and 20 at once', async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: '#123456' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(5 * mebibyte);
    const pulse = await takePulse(`${portal.url}/healthz`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tryUpload(desks.receiver, 'photo', bomb, 'bomb.png')),
    );
    for (const answer of answers) {
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect([500, 501, 502]).not.toContain(answer.status);
    }
    expect((await pulse()).max).toBeLessThan(500);
    expect(peakMemoryOf(portal.child.pid!)).toBeLessThan(gigabyte);
  });
});

// FAULTS.md B3: "40 of 40 half-sent headers and bodies stay open after 360 s; 600 sockets starve a small process; 1,500
// change streams of one session accepted" must become "header, request, connection timeouts; at most a few streams a
// session, a bound a process".
describe('B3 sockets', () => {
  test('B3: half-sent headers and half-sent bodies are closed by the portal', async () => {
    const headers = await Promise.all(
      Array.from({ length: 20 }, () =>
        halfOpen(portal, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${letters(4)}`),
      ),
    );
    const bodies = await Promise.all(
      Array.from({ length: 20 }, () =>
        halfOpen(
          portal,
          'POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{"role":',
        ),
      ),
    );
    const all = [...headers, ...bodies];
    const open = new Set(all.map((_, index) => index));
    for (const [index, { closed }] of all.entries()) void closed.then(() => open.delete(index));
    await eventually(() => open.size === 0, {
      within: 150_000,
      what: 'all half-open connections closed',
    }).finally(() => all.forEach(({ socket }) => void socket.destroy()));
  }, 200_000);

  test('B3: 600 silent sockets do not keep anybody else waiting', async () => {
    const sockets = await Promise.all(Array.from({ length: 600 }, () => halfOpen(portal, 'GET /he')));
    const pulse = await takePulse(`${portal.url}/healthz`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { p99, statuses } = await pulse();
    for (const { socket } of sockets) socket.destroy();
    expect(statuses).toEqual([200]);
    expect(p99).toBeLessThan(500);
  });

  test('B3: one session gets a few change streams, not 60', async () => {
    let open = 0;
    const statuses: number[] = [];
    const streams = Array.from({ length: 60 }, () => {
      const stream = get(`${portal.url}/api/changes`, {
        agent: false,
        headers: { cookie: desks.auditor.cookie },
      });
      stream.on('error', () => {});
      stream.on('response', (response) => {
        statuses.push(response.statusCode ?? 0);
        if (response.statusCode === 200) open += 1;
        response.resume();
        response.once('close', () => {
          if (response.statusCode === 200) open -= 1;
        });
      });
      return stream;
    });
    await eventually(() => statuses.length >= 55, { what: 'answers to the streams' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const left = open;
    for (const stream of streams) stream.destroy();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(12);
  });
});

/** Where the import of a workbook ends: its state, or the status of the refused upload. */
async function importOf(workbook: Buffer): Promise<string> {
  const uploaded = await ask(portal, 'POST', `/api/imports?of=students&name=${letters(5)}.xlsx`, {
    bytes: new Uint8Array(workbook),
    headers: { 'content-type': 'application/octet-stream', cookie: desks.admin.cookie },
  });
  if (uploaded.status !== 200) return String(uploaded.status);
  return eventually(
    async () => {
      const { body }: { body: Json } = await desks.admin.get(`/api/imports/${uploaded.body.id}`);
      return !/uploaded|reading|waiting|checking/.test(body.state) && (body.state as string);
    },
    { within: 60_000, what: 'the end of the import' },
  );
}
