import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openArchive } from './wal-archive.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'dikshant-archive-')));
afterAll(() => rmSync(root, { recursive: true }));

const script = (name: string) => path.resolve(import.meta.dirname, name);

test('a segment is archived whole, the same one again is accepted, and another one of its name is refused', () => {
  const folder = path.join(root, 'archive');
  mkdirSync(folder);
  const archive = (segment: string, to = `${folder}/first.gz`) =>
    spawnSync('sh', [script('archive-wal.sh'), path.join(root, segment), to]).status;
  writeFileSync(path.join(root, 'first'), Buffer.alloc(100_000, 'a segment'));
  writeFileSync(path.join(root, 'other'), Buffer.alloc(100_000, 'another one'));
  const content = () => gunzipSync(readFileSync(`${folder}/first.gz`));
  expect(archive('first')).toBe(0);
  expect(content()).toEqual(readFileSync(path.join(root, 'first')));
  expect(statSync(`${folder}/first.gz`).mode & 0o777).toBe(0o600);
  expect(archive('first')).toBe(0);
  expect(archive('other')).toBe(1);
  expect(content()).toEqual(readFileSync(path.join(root, 'first')));
  // Damaged, as by a disk: what is there is never written over.
  writeFileSync(`${folder}/cut.gz`, gzipSync('a segment').subarray(0, 12));
  expect(archive('first', `${folder}/cut.gz`)).toBe(1);
  // Nothing is left of one that could not be read, or not be brought under its name.
  mkdirSync(`${folder}/taken.gz`);
  expect(archive('absent', `${folder}/absent.gz`)).not.toBe(0);
  expect(archive('first', `${folder}/taken.gz`)).toBe(1);
  expect(archive('first', `${root}/absent/first.gz`)).not.toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['cut.gz', 'first.gz', 'taken.gz']);
});

test('a segment that is restored ends with 0, one that is not there with 1, and any error as no end of the archive', () => {
  const restore = (from: string, to = 'restored') =>
    spawnSync(process.execPath, [script('restore-wal.ts'), from, path.join(root, to)], { cwd: root }).status;
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
