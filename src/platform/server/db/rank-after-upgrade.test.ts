import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreDump } from '#dev/testing/restore-dump.ts';
import { openClient, withClient } from './connections.ts';
import { migrate } from './migrate.ts';

const dump = path.resolve(import.meta.dirname, '../../../dev/testing/baseline.dump.gz');
const name = `rank_${process.pid}`;
const asSuperuser = (statement: string) =>
  withClient(inject('superuserUrl'), 'migration', (client) => client.query(statement));

await asSuperuser(`create database ${name}`);
const url = new URL(inject('superuserUrl'));
url.pathname = `/${name}`;
const owner = await openClient(url.href, 'migration');
afterAll(async () => {
  await owner.end();
  await asSuperuser(`drop database if exists ${name} with (force)`);
});
await restoreDump(owner, dump);

const verified = async () =>
  (
    await owner.query<{ type: string; count: number }>(
      `select certificate_type as type, count(*)::int from applications where status = 'verified' group by 1 order by 1`,
    )
  ).rows;
const before = await verified();
await migrate(url.href);

test('the upgrade leaves every verification, also one that lacks what its type asks for now', async () => {
  expect(await verified()).toEqual(before);
  const { rows } = await owner.query<{ count: number }>(`
    select count(*)::int from applications a left join award_records r on r.application_id = a.id
     where a.certificate_type = 'Rank' and a.status = 'verified' and r.rank is null`);
  const ofRank = before.find(({ type }) => type === 'Rank');
  expect(rows[0]!.count).toBe(ofRank?.count ?? 0);
});

test('from the upgrade on the type Rank asks for the rank, and the others for nothing new', async () => {
  const { rows } = await owner.query<{ name: string; requires: string[] | null }>(
    'select name, requires from certificate_types order by name',
  );
  expect(rows.map((type) => [type.name, type.requires ?? []])).toEqual([
    ['Degree', []],
    ['Provisional', []],
    ['Rank', ['rank']],
  ]);
});
