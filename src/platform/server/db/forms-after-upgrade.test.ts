import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreDump } from '#dev/testing/restore-dump.ts';
import { openClient, withClient } from './connections.ts';
import { migrate, migrationsDirectory } from './migrate.ts';

const dump = path.resolve(import.meta.dirname, '../../../dev/testing/baseline.dump.gz');
const name = `forms_${process.pid}`;
const asSuperuser = (statement: string) =>
  withClient(inject('superuserUrl'), 'migration', (client) => client.query(statement));

await asSuperuser(`create database ${name}`);
const url = new URL(inject('superuserUrl'));
url.pathname = `/${name}`;
const owner = await openClient(url.href, 'migration');
const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-forms-'));
afterAll(async () => {
  await owner.end();
  await asSuperuser(`drop database if exists ${name} with (force)`);
  rmSync(directory, { recursive: true, force: true });
});
await restoreDump(owner, dump);
cpSync(migrationsDirectory, directory, {
  recursive: true,
  filter: (file) => !file.endsWith('.sql') || path.basename(file) < '0083',
});
await migrate(url.href, directory);

const certificateId = '019a0000-0000-7000-8000-000000000001';
const declaration = { name: 'loss.pdf', id: certificateId };
const entered = { certificateId, cause: 'lost', reason: '', errorPhoto: null, declaration };
const other = { ...entered, cause: 'wrong_copy', reason: 'Smudged.' };
const application = {
  registrationNumber: 'REG1',
  contactNotice: 1,
  mobileNumber: '9448012345',
  cause: 'lost',
};
await owner.query(
  `insert into form_drafts (staff_id, form_key, id, entered, kept_at)
   select id, key, gen_random_uuid(), entered, now()
     from (select id from staff order by id limit 1) as person,
          (values ('reprint', $1::json), ('reprint-${certificateId}', $2), ('new-application', $3)) as typed (key, entered)`,
  [JSON.stringify(entered), JSON.stringify(other), JSON.stringify(application)],
);
await migrate(url.href);

test('of a request of before nobody said whose fault it was, and the upgrade does not say it either', async () => {
  const { rows } = await owner.query<{ cause: string | null; kind: string; count: number }>(
    'select kind, cause, count(*)::int from reprint_requests group by 1, 2',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { kind, cause } of rows) expect(cause).toBe(kind === 'data_corrected' ? 'office' : null);
});

test('what was typed into the dialog of a reprint keeps its kind and its declaration', async () => {
  const { cause: kind, ...rest } = entered;
  expect(await typedInto('reprint')).toEqual({ ...rest, kind });
  const { cause: _, ...otherRest } = other;
  expect(await typedInto(`reprint-${certificateId}`)).toEqual({ ...otherRest, kind: 'wrong_copy' });
});

test('a consent that the form had from the college is asked for again, and nothing typed is lost', async () => {
  expect(await typedInto('new-application')).toEqual({ ...application, contactNotice: null });
});

async function typedInto(form: string): Promise<object> {
  const { rows } = await owner.query<{ entered: object }>(
    'select entered from form_drafts where form_key = $1',
    [form],
  );
  return rows[0]!.entered;
}
