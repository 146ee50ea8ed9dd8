import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#dev/testing/test-database.ts';

test('the types of the tables are those of the migrations (npm run generate:tables)', async () => {
  const { ownerUrl, drop } = await createTestDatabase();
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-tables-test-'));
  const file = path.join(directory, 'tables.ts');
  try {
    execFileSync(process.execPath, ['scripts/generate-tables.ts', file], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_OWNER_URL: ownerUrl },
    });
    expect(readFileSync('src/platform/server/db/tables.ts', 'utf8')).toBe(readFileSync(file, 'utf8'));
  } finally {
    rmSync(directory, { recursive: true });
    await drop();
  }
});
