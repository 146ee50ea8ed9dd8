import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const promises = read('docs/promises.md').split(/^## /m).slice(1);

test('the ten promises stand in docs/promises.md', () => {
  expect(promises.map((promise) => Number.parseInt(promise, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test.each(promises.map((promise) => [promise.split('\n')[0], promise]))(
  'the tests that hold promise %s exist',
  (_, promise) => {
    const items = promise!.split(/^- /m).slice(1);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const [, file, words] = /^`([^`]+)`: (.*)$/s.exec(item)!;
      const source = read(file!);
      const titles = [...words!.matchAll(/'([^']+)'|"([^"]+)"/g)].map(
        ([, single, double]) => single ?? double!,
      );
      if (!file!.startsWith('bench/')) expect(titles.length, file).toBeGreaterThan(0);
      for (const title of titles) expect(source, file).toContain(title);
    }
  },
);
