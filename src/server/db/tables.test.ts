import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the types of the tables are those of the migrations (npm run generate:tables)', () => {
  const directory = mkdtempSync('.cache/tables-');
  const file = path.join(directory, 'tables.ts');
  try {
    execFileSync(process.execPath, ['scripts/generate-tables.ts', file], { stdio: 'inherit' });
    const bare = (text: string) => text.replace(/[\s,;]+/g, '');
    expect(bare(readFileSync('src/server/db/tables.ts', 'utf8'))).toBe(bare(readFileSync(file, 'utf8')));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
