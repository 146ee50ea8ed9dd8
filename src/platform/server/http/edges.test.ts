import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collegeEntry } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { sendRawRequest } from '#dev/testing/raw-request.ts';

const kibibyte = 1024;

const portal = await filePortal();
const admin = await portal.as('admin');

function problem(code: string, status: number) {
  return {
    type: 'about:blank',
    code,
    status,
    detail: expect.any(String),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  };
}

function addCollege(overrides: object, headers: Record<string, string> = {}): Promise<Response> {
  return admin.fetch('/api/colleges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...collegeEntry(), ...overrides }),
  });
}

function open(headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(portal.url);
  return request({
    hostname,
    port,
    method: 'POST',
    path: '/api/colleges',
    headers: { 'content-type': 'application/json', cookie: admin.cookie, ...headers },
  });
}

async function answerOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: (await json(response)) as { code: string } };
}

describe('a body', () => {
  test('of JSON may have 256 KiB', async () => {
    const just = 'x'.repeat(256 * kibibyte - 400);
    expect((await addCollege({ address: just })).status).toBe(422);
    const response = await addCollege({ address: 'x'.repeat(256 * kibibyte) });
    expect(await response.json()).toMatchObject(problem('request.too_large', 413));
  });

  test('that names its length is refused before it is sent', async () => {
    const sent = open({ 'content-length': String(400 * kibibyte * kibibyte) });
    sent.flushHeaders();
    expect(await answerOf(sent)).toMatchObject({ status: 413, body: problem('request.too_large', 413) });
    sent.destroy();
  });

  test('in pieces of unknown length is refused at the limit, and who goes on is cut off', async () => {
    const sent = open({ 'transfer-encoding': 'chunked' });
    const piece = Buffer.alloc(64 * kibibyte, 'x');
    const answer = answerOf(sent);
    const gone = new Promise((resolve) => sent.once('close', resolve));
    let bytes = 0;
    const more = () => {
      while (!sent.destroyed && sent.write(piece)) bytes += piece.length;
      bytes += piece.length;
    };
    sent.on('drain', more);
    sent.on('error', () => {});
    more();
    expect((await answer).status).toBe(413);
    await gone;
    expect(bytes).toBeLessThan(32 * kibibyte * kibibyte);
  });

  test('that nobody reads, because a stranger sends it to a byte route, is cut off as well', async () => {
    const { hostname, port } = new URL(portal.url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const gone = new Promise((resolve) => socket.once('close', resolve));
    const piece = Buffer.concat([
      Buffer.from('10000\r\n'),
      Buffer.alloc(64 * kibibyte, 'x'),
      Buffer.from('\r\n'),
    ]);
    socket.write(
      'POST /api/files?kind=photo&name=a.jpg HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    socket.write(piece);
    // A connection that is cut takes with it what was not read yet, so the flood waits for the answer.
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 .*"code":"auth\.signed_out"/s);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
    await gone;
  });

  test('that is compressed is refused, whatever it unpacks to', async () => {
    const sent = open({ 'content-encoding': 'gzip' });
    sent.end(gzipSync(JSON.stringify(collegeEntry())));
    expect(await answerOf(sent)).toMatchObject({ body: problem('request.compressed', 415) });
  });

  test('of very many values is refused before it is parsed', async () => {
    const keys = Array.from({ length: 20_000 }, (_one, number) => [`k${number}`, 1]);
    const response = await addCollege(Object.fromEntries(keys));
    expect(await response.json()).toMatchObject(problem('request.unreadable', 400));
  });

  test('that is no JSON, no UTF-8 or too deep is refused', async () => {
    for (const body of [
      '{',
      '[]x',
      new Uint8Array([34, 255, 34]),
      '['.repeat(100_000),
      `${'['.repeat(90)}${']'.repeat(90)}`,
    ]) {
      const response = await admin.fetch('/api/colleges', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([400, 422]).toContain(response.status);
    }
  });
});

describe('a text', () => {
  test.each([
    ['NUL', 'Maharaja\u0000s', 'U+0000'],
    ['half a surrogate pair', 'Maharaja\uD800s', 'U+D800'],
    ['a control character', 'Maharaja\u0007s', 'U+0007'],
    ['a separator of lines', 'Maharaja\u2028s', 'U+2028'],
  ])('with %s is refused at its field', async (_what, name, character) => {
    const response = await addCollege({ name });
    expect(await response.json()).toMatchObject({
      ...problem('request.invalid', 422),
      data: {
        issues: [
          {
            path: 'name',
            message: `This text contains the hidden character ${character}, which pasting brings along. Type the text instead.`,
          },
        ],
      },
    });
  });

  test('is stored without what nobody sees', async () => {
    expect((await addCollege({ name: 'Maharaja\u200Bs \u202ECol\u00ADlege\uFE0F' })).status).toBe(200);
    const { rows } = await admin.api.colleges.listColleges({ search: 'Maharaja' });
    expect(rows.map(({ name }) => name)).toContain('Maharajas College');
  });

  test('of a file name is held to the same', async () => {
    const response = await admin.fetch(`/api/files?kind=photo&name=${encodeURIComponent('a\u0085gpj.exe')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'x',
    });
    expect(await response.json()).toMatchObject(problem('request.invalid', 422));
  });

  test('in Kannada keeps its joiners, and an address its lines', async () => {
    const entry = collegeEntry({ name: 'ಕಾಲೇಜು ಎಕ್ಸ್\u200Cಪ್ರೆಸ್', address: 'Vijayanagar\nMysuru' });
    expect((await addCollege(entry)).status).toBe(200);
  });

  test('that is looked for may hold what records may not, but nothing that the database refuses', async () => {
    expect((await admin.fetch('/api/colleges?search=a%E2%80%8Eb')).status).toBe(200);
    const response = await admin.fetch('/api/colleges?search=a%00b');
    expect(await response.json()).toMatchObject(problem('request.invalid', 422));
  });
});

describe('every refusal is of the table and carries its request id', () => {
  const ownHeaders = { accept: '*/*' };

  test.each([
    ['an address that cannot be decoded', 'GET', '/api/%E0%A4%A', 'request.bad_address', 400],
    ['an address of nothing', 'GET', '/api/nothing', 'request.not_found', 404],
    ['a method of nothing', 'PROPFIND', '/api/colleges', 'request.unreadable', 400],
    ['an address of the server that is no screen', 'GET', '/metrics', 'request.not_found', 404],
    ['a file that was never built', 'GET', '/assets/old-1234.js', 'request.not_found', 404],
    ['a long parameter', 'GET', `/api/files/${'x'.repeat(500)}`, 'request.not_found', 404],
  ] as const)('%s', async (_what, method, path, code, status) => {
    const answer = await sendRawRequest(portal.url, {
      method,
      path,
      headers: { ...ownHeaders, cookie: admin.cookie },
    });
    const body = JSON.parse(answer.text) as { requestId: string };
    expect(body).toMatchObject(problem(code, status));
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['x-request-id']).toBe(body.requestId);
  });

  test.each(['short', 'with space and more', 'ಕನ್ನಡ-ಕನ್ನಡ', 'x'.repeat(65), 'a\u0001bcdefghij'])(
    'the request key %j',
    async (key) => {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      // A connection that is cut is an answer too.
      const answer = await addCollege({}, headers).catch(() => null);
      // Some of them are no header at all, which `fetch` knows itself.
      if (answer) expect(await answer.json()).toMatchObject(problem('request.bad_key', 400));
      else expect(key).toContain('\u0001');
    },
  );

  test('a range that ends before it begins is no part of a list', async () => {
    const headers = { cookie: admin.cookie, range: 'bytes=5-1' };
    const path = '/api/exports/colleges?format=csv';
    expect(await sendRawRequest(portal.url, { method: 'GET', path, headers })).toMatchObject({ status: 200 });
  });

  test('what is no HTTP at all', async () => {
    expect(await exchange('\u0016\u0003\u0001 nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('too many tries, which says when to come again', async () => {
    const post = () =>
      portal.anonymous.fetch('/api/password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ role: 'admin', email: admin.email }),
      });
    let last = await post();
    for (let tried = 0; last.status !== 429 && tried < 100; tried += 1) last = await post();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('what a page may load comes from the portal alone', async () => {
  const policy = (await portal.anonymous.fetch('/healthz')).headers.get('content-security-policy')!;
  for (const kind of ['default', 'script', 'style', 'font', 'connect']) {
    const allowed = new RegExp(`(?:^|;)${kind}-src ([^;]+)`).exec(policy)?.[1];
    expect(allowed, kind).toBe("'self'");
  }
});

async function exchange(bytes: string): Promise<string> {
  const socket: Socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}
