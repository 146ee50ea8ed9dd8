import { afterEach, expect, test } from 'vitest';
import { type Portal, startPortal } from '#dev/testing/portal.ts';

let portal: Portal;
afterEach(() => portal.close());

test('only who has the token reads the metrics', async () => {
  const token = 'a-token-of-the-monitor-1';
  portal = await startPortal({ env: { METRICS_TOKEN: token } });
  const ask = (headers: Record<string, string> = {}) => portal.anonymous.fetch('/metrics', { headers });
  const admin = await portal.as('admin');
  for (const refused of [
    await ask(),
    await ask({ authorization: 'Bearer another' }),
    await ask({ authorization: token }),
    await ask({ authorization: `Bearer ${token}x` }),
    await ask({ authorization: `Basic ${btoa(`x:${token}`)}` }),
    await admin.fetch('/metrics'),
  ]) {
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain('dikshant_');
  }
  const answer = await ask({ authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  // Prometheus 3 takes no answer of a type that it does not know.
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4(;|$)/);
  const text = await answer.text();
  expect(text).toMatch(/^dikshant_pool_limit\{kind="query"\} \d+$/m);
  expect(text).not.toMatch(new RegExp(`@|${token}|postgres:|${'x'.repeat(32)}`));
});

test('without a token there is no such address', async () => {
  portal = await startPortal();
  expect((await portal.anonymous.fetch('/metrics')).status).toBe(404);
});
