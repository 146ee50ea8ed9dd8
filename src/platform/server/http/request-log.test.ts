import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';

const lines: Record<string, unknown>[] = [];

const portal = await filePortal();

/** The lines of what `act` asks, once there are so many. */
async function linesOf(count: number, act: () => Promise<unknown>) {
  lines.length = 0;
  vi.spyOn(portal.services.log, 'debug').mockImplementation((line: unknown, words?: string) => {
    if (words === 'request') lines.push(line as Record<string, unknown>);
  });
  await act();
  await vi.waitUntil(() => lines.length >= count, { timeout: 30_000 });
  return lines.slice();
}

const countOf = async (labels: string) => {
  const text = await portal.services.metrics.registry.getSingleMetricAsString('dikshant_requests_total');
  return Number(new RegExp(`\\{${labels}\\} (\\d+)`).exec(text)?.[1] ?? 0);
};

test('a request is one line with its path, and counts for its operation', async () => {
  const admin = await portal.as('admin');
  const id = crypto.randomUUID();
  const [line] = await linesOf(1, () => admin.fetch(`/api/colleges/${id}?code=hidden`));
  expect(line).toMatchObject({
    method: 'GET',
    path: `/api/colleges/${id}`,
    status: 404,
    staff: admin.actor.id,
  });
  expect(line!.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(line)).not.toContain('hidden');
  expect(await countOf('method="GET",route="/api/colleges/\\{id\\}",status="404"')).toBe(1);
});

test('the id of the line is the one that was answered, and none that a stranger sent', async () => {
  const sent = crypto.randomUUID();
  let answered: string | null = null;
  const [line] = await linesOf(1, async () => {
    const headers = { 'x-request-id': sent, 'request-id': sent };
    answered = (await portal.anonymous.fetch('/api/session', { headers })).headers.get('x-request-id');
  });
  expect(line!.requestId).toBe(answered);
  expect(answered).toMatch(/^[0-9a-f-]{36}$/);
  expect(answered).not.toBe(sent);
});

test('addresses that nobody declared count as few, however many are asked', async () => {
  const series = async () => {
    const { values } = await portal.services.metrics.requests.get();
    return values.map(({ labels }) => JSON.stringify(labels));
  };
  const known = new Set(await series());
  const typed = Array.from({ length: 20 }, () => crypto.randomUUID());
  await linesOf(40, () =>
    Promise.all(
      typed.flatMap((one) => [portal.anonymous.fetch(`/${one}`), portal.anonymous.fetch(`/api/${one}`)]),
    ),
  );
  const added = (await series()).filter((labels) => !known.has(labels));
  expect(added.length).toBeLessThanOrEqual(2);
  for (const one of typed) expect(added.join()).not.toContain(one);
});

test('what cannot be read is a line as well, and so is what nobody waited for', async () => {
  const socket = async (text: string) => {
    const one = connect(Number(new URL(portal.url).port), '127.0.0.1');
    await once(one, 'connect');
    one.write(text);
    return one;
  };
  const [unreadable] = await linesOf(1, async () => {
    const one = await socket('GET /api/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    one.resume();
    await once(one, 'close');
  });
  expect(unreadable).toMatchObject({ path: '/api/%zz', status: 400 });
  const [left] = await linesOf(1, async () => {
    const head = 'POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const one = await socket(`${head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n{`);
    // It says '100 Continue' when it begins to read.
    await once(one, 'data');
    one.destroy();
  });
  expect(left).toMatchObject({ path: '/api/sign-in', status: 499 });
});
