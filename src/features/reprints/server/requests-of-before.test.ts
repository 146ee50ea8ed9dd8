import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreDump } from '#dev/testing/restore-dump.ts';
import { openClient, withClient } from '#platform/server/db/connections.ts';
import { migrate, migrationsDirectory } from '#platform/server/db/migrate.ts';

const dump = path.resolve(import.meta.dirname, '../../../dev/testing/baseline.dump.gz');
const name = `causes_${process.pid}`;
const asSuperuser = (statement: string) =>
  withClient(inject('superuserUrl'), 'migration', (client) => client.query(statement));

await asSuperuser(`create database ${name}`);
const url = new URL(inject('superuserUrl'));
url.pathname = `/${name}`;
const owner = await openClient(url.href, 'migration');
const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-causes-'));
afterAll(async () => {
  await owner.end();
  await asSuperuser(`drop database if exists ${name} with (force)`);
  rmSync(directory, { recursive: true, force: true });
});
await restoreDump(owner, dump);
cpSync(migrationsDirectory, directory, {
  recursive: true,
  filter: (file) => !file.endsWith('.sql') || path.basename(file) < '0084',
});
await migrate(url.href, directory);

const certificateId = '019a0000-0000-7000-8000-000000000001';
const declaration = { name: 'loss.pdf', id: certificateId };
const entered = { certificateId, cause: 'lost', reason: '', errorPhoto: null, declaration };
const other = { ...entered, cause: 'wrong_copy', reason: 'Smudged.' };
await owner.query(
  `insert into form_drafts (staff_id, form_key, id, entered, kept_at)
   select id, key, gen_random_uuid(), entered, now()
     from (select id from staff order by id limit 1) as person,
          (values ('reprint', $1::json), ('reprint-${certificateId}', $2), ('application', '{"cause": "lost"}')) as typed (key, entered)`,
  [JSON.stringify(entered), JSON.stringify(other)],
);
await migrate(url.href);

test('of a request of before nobody said whose fault it was, and the upgrade does not say it either', async () => {
  const { rows } = await owner.query<{ cause: string | null; kind: string; count: number }>(
    'select kind, cause, count(*)::int from reprint_requests group by 1, 2',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { kind, cause } of rows) expect(cause).toBe(kind === 'data_corrected' ? 'office' : null);
});

test('what was typed into the dialog keeps its kind and its declaration', async () => {
  const { rows } = await owner.query<{ form_key: string; entered: object }>(
    'select form_key, entered from form_drafts order by form_key',
  );
  const { cause: kind, ...rest } = entered;
  expect(rows.map(({ entered: typed }) => typed)).toEqual([
    { cause: 'lost' },
    { ...rest, kind },
    { ...other, cause: undefined, kind: 'wrong_copy' },
  ]);
});
