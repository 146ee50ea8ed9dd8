import { afterAll, expect, test, vi } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { collegeEntry } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { openClient } from '#platform/server/db/connections.ts';
import { limitLoad } from './overload.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
// Beside this process, whose own event loop is busy with asking.
const server = await startCrashableServer(portal);
afterAll(() => server.kill());

async function ask(path: string, init?: RequestInit) {
  const began = performance.now();
  const response = await admin.fetch(path, init, server.url);
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after') ?? Number.NaN),
    code: response.ok ? '' : (JSON.parse(text) as { code: string }).code,
    milliseconds: performance.now() - began,
  };
}

const addCollege = () =>
  ask('/api/colleges', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(collegeEntry()),
  });

test('more requests than the server can serve are answered with 503 and Retry-After, and /healthz goes on', async () => {
  const owner = await openClient(portal.ownerUrl, 'backup');
  // Every writer waits for the head of the audit chain.
  await owner.query('begin; select from audit_head for update');
  const writes = Array.from({ length: 400 }, addCollege);
  let isOver = false;
  const answers = Promise.all(writes).finally(() => {
    isOver = true;
  });
  const health: number[] = [];
  while (!isOver) health.push((await ask('/healthz')).status);
  await owner.end();
  expect(new Set(health)).toEqual(new Set([200]));
  for (const { status, code, retryAfter } of await answers) {
    expect([status, code]).toEqual([503, 'request.busy']);
    expect(retryAfter).toBeGreaterThan(0);
  }
  const slowest = Math.max(...(await answers).map(({ milliseconds }) => milliseconds));
  expect(slowest).toBeLessThan(30_000);

  await expect.poll(async () => (await addCollege()).status).toBe(200);
});

test('while the event loop is late, the API answers 503 and says when to come again; /healthz answers', async () => {
  const app = await createApp(portal.services);
  await limitLoad(app, { eventLoopMs: 0.001, everyMs: 100 });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const response = await vi.waitUntil(
      async () => {
        const answer = await fetch(`${url}/api/openapi.json`);
        return answer.status === 503 && answer;
      },
      { timeout: 30_000 },
    );
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      code: 'request.busy',
      requestId: response.headers.get('x-request-id'),
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  } finally {
    await app.close();
  }
});
