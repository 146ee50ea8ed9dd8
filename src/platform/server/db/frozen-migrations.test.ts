import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationsDirectory, readMigrations } from './migrate.ts';

test('no landed migration is edited: each has its hash in migrations/SHA256SUMS', async () => {
  const landed = readFileSync(path.join(migrationsDirectory, 'SHA256SUMS'), 'utf8');
  const found = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  expect(found.join(''), 'A change is a new file; `npm run generate:tables` adds its line.').toBe(landed);
});
