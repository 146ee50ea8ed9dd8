import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openArchive } from './wal-archive.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'dikshant-archive-')));
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

test('a server whose first start was killed as it named its archive gets a folder of its own, and keeps it', async () => {
  writeFileSync(path.join(root, 'archive-name'), '');
  const archives = path.join(root, 'archives');
  const folder = await openArchive(root, archives);
  expect(path.dirname(folder)).toBe(archives);
  expect(await openArchive(root, archives)).toBe(folder);
});
