// `npm run generate:tables`: generates src/platform/server/db/tables.ts, the types of the tables, from the migrations,
// and adds the hashes of new migrations to migrations/SHA256SUMS. DATABASE_OWNER_URL may name a database that is migrated.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, migrationsDirectory, readMigrations } from '#platform/server/db/migrate.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';

const output = process.argv[2] ?? 'src/platform/server/db/tables.ts';
const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-tables-'));
const given = process.env.DATABASE_OWNER_URL;
const server = given ? null : await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
try {
  const url = given ?? server!.superuserUrl;
  if (server) await migrate(url);
  const raw = path.join(directory, 'tables.ts');
  run('kysely-codegen', [
    ...['--dialect', 'postgres', '--url', url, '--out-file', raw],
    ...['--date-parser', 'string', '--exclude-pattern', '{public.migrations,pgboss.*}'],
    ...['--type-mapping', '{"int8":"number"}', '--log-level', 'error'],
  ]);
  const place = '--stdin-file-path=src/platform/server/db/tables.ts';
  await listNewMigrations();
  writeFileSync(output, run('biome', ['check', '--write', place], readFileSync(raw)));
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** A listed migration is merged and must never be edited. */
async function listNewMigrations(): Promise<void> {
  const sums = path.join(migrationsDirectory, 'SHA256SUMS');
  const listed = new Map(
    readFileSync(sums, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line]),
  );
  // Ordered by name, even after merging two branches.
  const lines = (await readMigrations()).map(({ name, sha256 }) => listed.get(name) ?? `${sha256}  ${name}`);
  writeFileSync(sums, lines.map((line) => `${line}\n`).join(''));
}

function run(program: string, args: string[], input?: Buffer): Buffer {
  const { status, stdout } = spawnSync(path.join('node_modules/.bin', program), args, {
    input,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return stdout;
}
