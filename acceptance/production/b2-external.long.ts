import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '../harness/tables.ts';
import { newPaper, oneOfEach } from './b-clients.ts';
import { type Cluster, startCluster } from './b-cluster.ts';
import { auditVerify, doctor, runLine } from './b-command.ts';
import { commandsOf, fillIn, operationsDocument, sectionsOf } from './b-document.ts';
import { headOf } from './b-site.ts';

// The issue: "For an external server: commands that were tried." The commands of the backup's sections that use PostgreSQL's own
// tools run in their order: what saves, then what restores into an empty database. Words in capitals get addresses: what speaks of
// the new or empty one the new database, other addresses the old one. Adapt the pattern, not the demand.

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ hosts: ['127.0.0.1'] });
  await oneOfEach(cluster.site, newPaper());
}, 600_000);
afterAll(() => cluster?.close());

test('9.2 external server: the documented commands save it and restore it into an empty database, row for row', async () => {
  const { servers, site, env } = cluster;
  const sections = sectionsOf(operationsDocument).filter(({ title }) =>
    /backup|back up|restore|external/i.test(title),
  );
  const commands = [...new Set(sections.flatMap(commandsOf))].filter((one) =>
    /\bpg_dump|\bpg_restore|\bpsql\b|\bcreatedb\b/.test(one),
  );
  expect(commands.join('\n'), 'a command that saves').toMatch(/pg_dump/);
  expect(commands.join('\n'), 'a command that restores').toMatch(/pg_restore|psql/);
  const [before, head] = [await countRows(site.university.portal), await headOf(site.university.portal)];
  await servers.sql(servers, 'create database again');
  const again = servers.urlOf(servers).replace(/\/postgres$/, '/again');
  const file = path.join(site.outside.folder, 'external.dump');
  for (const command of commands) {
    const isRestore = !/pg_dump/.test(command);
    const said = await runLine(
      fillIn(command, {
        backup: file,
        others: [
          [/(NEW|EMPTY).*|TARGET_URL/, again],
          [/URL|OWNER|SERVER/, isRestore ? again : servers.urlOf(servers)],
          [/FILE|DUMP|BACKUP/, file],
          [/HOST/, '127.0.0.1'],
          [/PORT/, String(servers.port)],
          [/DATABASE/, isRestore ? 'again' : 'postgres'],
        ],
      }),
      {
        ...env,
        ...(isRestore ? { DATABASE_OWNER_URL: again } : {}),
        PGHOST: '127.0.0.1',
        PGPORT: String(servers.port),
        PGUSER: 'postgres',
        PGPASSWORD: servers.password,
        PGDATABASE: isRestore ? 'again' : 'postgres',
      },
    );
    expect(said.code, `${command}: ${said.text}`).toBe(0);
  }
  const count = async (table: string) =>
    (await servers.sql({ port: servers.port }, `select count(*)::int as rows from ${table}`))[0]!.rows;
  expect(await count('applications'), 'the old database is as it was').toBe(before['public.applications']);
  const place = {
    directory: site.university.directory,
    outside: site.outside,
    env: {
      ...env,
      DATABASE_URL: env.DATABASE_URL!.replace(/\/postgres$/, '/again'),
      DATABASE_OWNER_URL: again,
    },
  };
  const proof = await auditVerify(place, '--head', `${head.sequence}:${head.hash}`);
  expect(proof.text).toMatch(/holds/);
  expect((await doctor(place)).text).not.toMatch(/missing file|without (a )?row|chain (is )?broken/i);
}, 300_000);
