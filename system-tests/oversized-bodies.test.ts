import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makePdfBomb, pictureBombs } from '#dev/testing/file-bombs.ts';
import { workbookBombs } from '#dev/testing/workbook-bombs.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { startDemoPortal } from './harness/demo-portal.ts';
import { measureAttack } from './harness/measure-attack.ts';
import { sendForever } from './harness/send-forever.ts';

const atOnce = Number(process.env.AT_ONCE ?? 50);
/** Of the process that serves, and with its readers of files and its renderer. */
const maximumMb = { process: 1_000, tree: 1_600 };
const maximumStandstillMs = 500;

const cookies: Record<string, string> = {};

const server = await startDemoPortal({
  nodeArgs: ['--import', `${import.meta.dirname}/harness/watch-loop.ts`],
});
const port = Number(new URL(server.url).port);
for (const role of ['admin', 'receiver']) {
  cookies[role] = await server.signIn(role, role);
}
const applicationId = await withClient(server.ownerUrl(), 'backup', async (client) => {
  const { rows } = await client.query<{ id: string }>('select id from applications limit 1');
  return rows[0]!.id;
});
afterAll(() => server?.close());

/** One attack, once; answers the status. */
type Attack = () => Promise<number>;

const json = 'application/json';
const bytes = 'application/octet-stream';

function gigabyte(path: string, type: string, role?: string): Record<string, Attack> {
  const who = role ? 'signed in' : 'a stranger';
  return Object.fromEntries(
    [true, false].map((isChunked) => [
      `a gigabyte to ${path}, ${isChunked ? 'in chunks' : 'declared'}, ${who}`,
      async () => {
        const cookie = role && cookies[role];
        const { status, sentBytes } = await sendForever(port, {
          path,
          type,
          isChunked,
          ...(cookie && { cookie }),
        });
        // An import may have a hundred.
        expect(sentBytes).toBeLessThan(200 * 1024 * 1024);
        // Cut off in the middle, it may not have heard the answer.
        expect([0, 400, 401, 403, 413, 415]).toContain(status);
        return status;
      },
    ]),
  );
}

function post(
  path: string,
  body: () => string | Uint8Array | Promise<Uint8Array>,
  { role = 'admin', type = json, encoding }: { role?: string; type?: string; encoding?: string } = {},
) {
  return async () => {
    const init = {
      method: 'POST',
      headers: {
        cookie: cookies[role] ?? '',
        'content-type': type,
        ...(encoding && { 'content-encoding': encoding }),
      },
    };
    const response = await fetch(`${server.url}${path}`, { ...init, body: (await body()) as string });
    await response.arrayBuffer();
    return response.status;
  };
}

function get(path: () => string, role = 'admin'): Attack {
  return async () => {
    const response = await fetch(`${server.url}${path()}`, { headers: { cookie: cookies[role]! } });
    await response.arrayBuffer();
    return response.status;
  };
}

/** Made when it is needed, and once. */
function made<Bomb>(make: () => Bomb): () => Bomb {
  let bomb: Bomb | undefined;
  return () => (bomb ??= make());
}

/** As long as a search may be; longer ones are refused. */
const searches = ['%', '_%', '\\', '(a+)+$', 'ಅ', 'a b '].map((part) => part.repeat(100).slice(0, 99));
const lists = ['applications', 'students', 'demand-drafts', 'audit-events', 'certificates', 'staff'];

const attacks: Record<string, Record<string, Attack>> = {
  'endless bodies': {
    ...gigabyte('/api/sign-in', json),
    ...gigabyte('/api/colleges', json, 'admin'),
    ...gigabyte('/api/files?kind=photo&name=a.jpg', bytes),
    ...gigabyte('/api/files?kind=photo&name=a.jpg', bytes, 'receiver'),
    ...gigabyte('/api/imports?of=students&name=a.csv', bytes),
    ...gigabyte('/api/imports?of=students&name=a.csv', bytes, 'admin'),
    ...gigabyte('/api/bank-statements?name=a.csv', bytes, 'admin'),
    ...gigabyte('/nowhere', bytes),
  },
  JSON: {
    'a hundred thousand brackets': post('/api/colleges', () => '['.repeat(100_000)),
    'a hundred thousand objects within one another': post(
      '/api/colleges',
      () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
    ),
    'twenty thousand keys': post('/api/colleges', () =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`k${key}`, 1]))),
    ),
    'a number of 200,000 digits': post('/api/colleges', () => `{"convocationFee":${'9'.repeat(200_000)}}`),
    'a name of 250,000 characters': post('/api/colleges', () =>
      JSON.stringify({ name: 'a'.repeat(250_000) }),
    ),
    'a bomb of gzip': post(
      '/api/colleges',
      made(() => gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))),
      { encoding: 'gzip' },
    ),
  },
  passwords: {
    'of 200,000 characters': post('/api/sign-in', () =>
      JSON.stringify({ role: 'admin', email: 'admin@dikshant.example', password: 'a'.repeat(200_000) }),
    ),
    'of 128 characters that grow when they are normalised': post('/api/sign-in', () =>
      JSON.stringify({
        role: 'admin',
        email: `nobody${Math.random()}@dikshant.example`,
        password: '\uFDFA'.repeat(128),
      }),
    ),
    wrong: post('/api/sign-in', () =>
      JSON.stringify({
        role: 'admin',
        email: `nobody${Math.random()}@dikshant.example`,
        password: 'wrong password',
      }),
    ),
  },
  searches: Object.fromEntries(
    lists.flatMap((list) =>
      searches.map((search) => [
        `${list}: ${search.slice(0, 8)}`,
        get(() => `/api/${list}?search=${encodeURIComponent(search)}`),
      ]),
    ),
  ),
  workbooks: Object.fromEntries(
    Object.entries(workbookBombs).flatMap(([name, { make }]) => [
      [`${name}, as an upload`, post('/api/imports?of=students&name=a.xlsx', made(make), { type: bytes })],
      [`${name}, as a bank statement`, post('/api/bank-statements?name=a.xlsx', made(make), { type: bytes })],
    ]),
  ),
  'PDFs and pictures': {
    'a PDF that unpacks to 600 MB': post('/api/files?kind=receipt&name=a.pdf', made(makePdfBomb), {
      role: 'receiver',
      type: bytes,
    }),
    ...Object.fromEntries(
      Object.entries(pictureBombs).map(([name, make]) => [
        name,
        post('/api/files?kind=photo&name=a.jpg', made(make), { role: 'receiver', type: bytes }),
      ]),
    ),
  },
  'what the server makes': {
    'a receipt': get(() => `/api/applications/${applicationId}/receipt`, 'receiver'),
    'a list as a workbook': get(() => '/api/exports/total-applications?format=xlsx'),
  },
};

describe.each(Object.entries(attacks))('%s', (_kind, ofKind) => {
  test.each(Object.entries(ofKind))(`%s, alone and ${atOnce} at once`, async (what, attack) => {
    const statuses: Record<string, number> = {};
    const send = async () => {
      const status = await attack();
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    await send();
    const cost = await measureAttack(server, async () => {
      await send();
      await Promise.all(Array.from({ length: atOnce }, send));
    });
    console.log(JSON.stringify({ what, statuses, ...cost }));
    expect(server.isAlive()).toBe(true);
    expect(statuses[500]).toBeUndefined();
    // An attack on an address that is not there would prove nothing.
    if (!what.includes('/nowhere')) expect(statuses[404]).toBeUndefined();
    expect(cost.processMb).toBeLessThan(maximumMb.process);
    expect(cost.treeMb).toBeLessThan(maximumMb.tree);
    expect(cost.loopMs).toBeLessThan(maximumStandstillMs);
    expect(cost.healthMs.worst).toBeLessThan(maximumStandstillMs);
  });
});
