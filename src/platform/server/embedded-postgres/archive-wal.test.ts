import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-archive-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a segment that is restored ends with 0, one that is not there with 1, and any error as no end of the archive', () => {
  const restore = (from: string, to = 'restored') =>
    spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, 'archive-wal.ts'), 'restore', from, path.join(root, to)],
      { cwd: root },
    ).status;
  writeFileSync(path.join(root, 'whole.gz'), gzipSync('a segment'));
  writeFileSync(path.join(root, 'cut.gz'), gzipSync('a segment').subarray(0, 12));
  mkdirSync(path.join(root, 'unreadable.gz'));
  expect(restore('whole.gz')).toBe(0);
  expect(readFileSync(path.join(root, 'restored'), 'utf8')).toBe('a segment');
  expect(restore('absent.gz')).toBe(1);
  // As of a network disk that is gone.
  expect(restore('absent/whole.gz')).toBe(255);
  expect(restore('cut.gz')).toBe(255);
  expect(restore('unreadable.gz')).toBe(255);
  expect(restore('whole.gz', 'absent/restored')).toBe(255);
});
