import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe } from 'vitest';

/** The programs of an installed PostgreSQL of Debian, 15 or later. */
export const postgresPrograms = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(`${folder}/initdb`));

/**
 * Tests that need root or programs of the machine. Where one is missing they are not run, and their name says what is missing:
 * `npm run test:long` lists it and never counts them as passed.
 */
export function describeWith(needs: readonly string[], name: string, tests: () => void): void {
  const missing = needs.filter((need) => !isThere(need));
  const full = missing.length > 0 ? `${name} [needs ${missing.join(', ')}]` : name;
  describe.skipIf(missing.length > 0)(full, () => tests());
}

/** The last commit whose only migration is the frozen baseline: the first release. Null where the history does not reach it. */
export function baselineCommit(): string | null {
  const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' }).stdout.trim();
  const [, second] = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const [added] = git('log', '--diff-filter=A', '--format=%H', '--', `migrations/${second}`).split('\n');
  return (added && git('rev-parse', '--verify', '--quiet', `${added}^`)) || null;
}

function isThere(need: string): boolean {
  if (need === 'root') return process.getuid?.() === 0;
  if (need === 'postgresql') return postgresPrograms !== undefined;
  if (need === 'the history of git') return baselineCommit() !== null;
  return spawnSync('sh', ['-c', `command -v ${need}`]).status === 0;
}
