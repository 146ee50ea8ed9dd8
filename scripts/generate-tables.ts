// `npm run generate:tables`: writes src/server/db/tables.ts, the types of the tables, from the migrations themselves.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts';

const output = process.argv[2] ?? 'src/server/db/tables.ts';
const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-tables-'));
const server = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
try {
  await migrate(server.superuserUrl);
  run('kysely-codegen', [
    ...['--dialect', 'postgres', '--url', server.superuserUrl, '--out-file', output],
    ...['--date-parser', 'string', '--exclude-pattern', 'public.migrations'],
    ...['--type-mapping', '{"int8":"number"}', '--log-level', 'error'],
  ]);
  run('biome', ['check', '--write', '--log-level=error', output]);
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(path.join('node_modules/.bin', program), args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
