import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharedPortal } from '#dev/testing/portal.ts';

const portal = await sharedPortal();
const admin = await portal.as('admin');

async function ask(path: string, encoding?: string) {
  const headers = { cookie: admin.cookie, ...(encoding && { 'accept-encoding': encoding }) };
  const [response] = (await once(get(`${portal.url}${path}`, { headers }), 'response')) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}

test('a long answer is packed for who takes gzip, and is the same', async () => {
  const plain = await ask('/api/openapi.json');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await ask('/api/openapi.json', 'gzip, deflate');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
});

test('a short answer is sent as it is', async () => {
  expect((await ask('/api/colleges/count', 'gzip')).headers['content-encoding']).toBeUndefined();
});
