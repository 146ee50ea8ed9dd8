// `node scripts/dump-database.ts FILE`: writes the database of DATABASE_OWNER_URL, or the embedded one of
// DATA_DIRECTORY, as one text that `psql` restores into an empty database as a superuser: the present migrations, then
// the rows as COPY text. It needs no PostgreSQL tools. It omits the unlogged tables, which are empty after a crash as
// well, and the job queue, which creates its own schema. It made src/dev/testing/baseline.dump.gz (decision 3).
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '#platform/server/db/connections.ts';
import { createMigrationsTable, readMigrations } from '#platform/server/db/migrate.ts';
import { withOwnerUrl } from './owner-url.ts';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node scripts/dump-database.ts FILE');
  process.exit(2);
}
await withOwnerUrl((url) =>
  withClient(url, 'backup', async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await pipeline(writeDump(client), createWriteStream(file, { mode: 0o600 }));
  }),
);

async function* writeDump(client: pg.Client): AsyncGenerator<string | Buffer> {
  yield `${createMigrationsTable};\n`;
  for (const { name, sql } of await readMigrations()) yield `-- ${name}\n${sql}\n`;
  const tables = await listTables(client);
  // Rows are copied unchanged: no triggers fire, and foreign keys require no order.
  yield 'set session_replication_role = replica;\n';
  yield `truncate ${tables.map(({ name }) => name).join(', ')};\n`;
  for (const { name, columns, isLogged } of tables) {
    if (!isLogged) continue;
    yield `copy ${name} (${columns}) from stdin;\n`;
    yield* client.query(copyTo(`copy ${name} (${columns}) to stdout`));
    yield '\\.\n';
  }
  yield* await listSequences(client);
  yield 'reset session_replication_role;\n';
}

/** Every table of the portal with its columns, without generated ones. */
async function listTables(
  client: pg.Client,
): Promise<{ name: string; columns: string; isLogged: boolean }[]> {
  const { rows } = await client.query(`
    select quote_ident(relname) as name, relpersistence = 'p' as "isLogged",
           string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname, relpersistence
     order by relname
  `);
  return rows;
}

/** COPY does not advance the sequences of identity columns. */
async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select format(E'select setval(%L, %s);\\n', quote_ident(sequencename), last_value) as statement
      from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename
  `);
  return rows.map(({ statement }) => statement);
}
