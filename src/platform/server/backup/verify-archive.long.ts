import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { findArchiveFault } from './verify-archive.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = gzipSync(Buffer.alloc(16 * 1024 * 1024));
/** The log changes from one file of 256 segments to the next. */
const segments = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'];
const write = (segment: string, bytes: Buffer) => writeFileSync(path.join(folder, `${segment}.gz`), bytes);
const [first, second, third] = segments as [string, string, string];

test('a gap in the archive and a damaged segment are named, and nothing where it is whole', async () => {
  expect(await findArchiveFault(folder, first)).toBe(`segment ${first} is missing`);
  for (const segment of [first, third]) write(segment, whole);
  expect(await findArchiveFault(folder, first)).toBe(`segment ${second} is missing`);
  expect(await findArchiveFault(folder, third)).toBeNull();
  for (const damaged of [whole.subarray(0, -20), gzipSync(Buffer.alloc(1_000))]) {
    write(second, damaged);
    expect(await findArchiveFault(folder, first)).toBe(`segment ${second} is damaged`);
  }
  write(second, whole);
  expect(await findArchiveFault(folder, first)).toBeNull();
});
