import { expect, test, vi } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { sharedPortal } from '#dev/testing/portal.ts';
import { limitLoad } from './overload.ts';

const { services } = await sharedPortal();

test('while the event loop is late, the API answers 503 and says when to come again; /healthz answers', async () => {
  const app = await createApp(services);
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
