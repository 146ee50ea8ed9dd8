import { expect, test, vi } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';

async function warningsOf(portal: Portal, settings: object, requests: Record<string, string>[]) {
  const warn = vi.spyOn(portal.services.log, 'warn').mockClear();
  const app = await createApp({
    ...portal.services,
    settings: { ...portal.services.settings, ...settings },
  });
  for (const headers of requests) await app.inject({ url: '/healthz', headers });
  await app.close();
  return warn.mock.calls.filter(([fields]) => (fields as { alarm?: string }).alarm === 'untrusted_proxy');
}

test('a proxy that is not named in TRUST_PROXY is told of in the log, once', async () => {
  const portal = await startPortal();
  try {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect(await warningsOf(portal, {}, [{}, {}])).toHaveLength(0);
    expect(await warningsOf(portal, {}, [forwarded, forwarded, {}])).toHaveLength(1);
    expect(await warningsOf(portal, {}, [{ forwarded: 'for=203.0.113.9' }])).toHaveLength(1);
    expect(await warningsOf(portal, { trustProxy: '127.0.0.1' }, [forwarded])).toHaveLength(0);
    const publicUrl = 'https://certificates.university.example';
    expect(await warningsOf(portal, { publicUrl }, [forwarded])).toHaveLength(1);
    expect(await warningsOf(portal, { publicUrl, trustProxy: '127.0.0.1' }, [forwarded])).toHaveLength(0);
  } finally {
    await portal.close();
  }
});
