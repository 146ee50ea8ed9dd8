import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { faultOf } from '#platform/server/db/database-faults.ts';
import { createFileStore } from './file-store.ts';
import { startStubStore } from './object-store.testing.ts';
import { storeBytes } from './stored-files.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'dikshant-objects-'));

const stub = await startStubStore();
const files = await createFileStore({ dataDirectory, objectStore: stub.settings });
afterAll(async () => {
  await stub.close();
  rmSync(dataDirectory, { recursive: true });
});

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('what is stored is an object under its key, and none of it stays on the disk', async () => {
  const bytes = Buffer.from('a photo');
  const { key } = await storeBytes({ files }, { folder: 'uploads', mediaType: 'image/jpeg', bytes });
  expect(stub.objects.get(key)).toEqual(bytes);
  expect(Buffer.from(await files.getBytes(key))).toEqual(bytes);
  await files.putStream('imports/00/x', Readable.from(['of unknown ', 'length'], { objectMode: false }));
  expect(stub.objects.get('imports/00/x')?.toString()).toBe('of unknown length');
  await files.putStream('imports/00/y', Readable.from([]));
  expect(stub.objects.get('imports/00/y')?.toString()).toBe('');
  expect(readdirSync(path.join(dataDirectory, 'files'))).toEqual([]);
  const keys: string[] = [];
  for await (const entry of files.place.entries()) keys.push(entry.key);
  expect(keys.sort()).toEqual(['imports/00/x', 'imports/00/y', key]);
  await files.place.delete(key);
  expect(await files.exists(key)).toBe(false);
});

test('a stream that fails leaves no object', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    })(),
  );
  expect(await errorOf(files.putStream('imports/00/cut', failing))).toBeInstanceOf(Error);
  expect(stub.objects.has('imports/00/cut')).toBe(false);
  expect(readdirSync(path.join(dataDirectory, 'files'))).toEqual([]);
});

test('an object that is shorter than what was sent counts as not written', async () => {
  stub.cut(3);
  expect(await errorOf(files.put('uploads/00/short', 'too short'))).toBeInstanceOf(Error);
  stub.cut(null);
});

test('a store that does not answer just now is busy, and no reason not to start', async () => {
  stub.refuse(503);
  expect(faultOf(await errorOf(files.put('uploads/00/late', 'late')))).toBe('busy');
  await files.place.assertUsable();
  stub.refuse(null);
});

test.each([
  [404, /no bucket 'bucket'/],
  [403, /refuses the bucket 'bucket' with 403/],
])('a bucket or keys that are refused with %s are named at the start', async (status, sentence) => {
  stub.refuse(status);
  const error = await errorOf(files.place.assertUsable());
  stub.refuse(null);
  expect(String(error)).toMatch(sentence);
  expect(String(error)).not.toContain(stub.settings.secretKey);
});
