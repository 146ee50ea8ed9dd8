import { expect, test } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';
import { recoveryCheck } from '#features/recoveries/server/check-recovery.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { MailServer } from '#platform/server/mail/mail-server.testing.ts';
import { readSettings } from '#platform/server/settings.ts';
import { type Check, type Installation, ok, problem, runCheck } from './check.ts';
import { archiveCheck, collationCheck, demoCheck, migrationsCheck } from './check-database.ts';
import { clockCheck } from './check-machine.ts';
import { jobsCheck, mailCheck } from './check-work.ts';
import { ownInstallation } from './installation.ts';

const portal = await filePortal();
const asOwner = (statement: string) =>
  withClient(portal.ownerUrl, 'migration', (client) => client.query(statement));
const installation = { ...ownInstallation(portal.services), databaseUrl: portal.ownerUrl, measure: () => {} };
const url = new URL(portal.ownerUrl);
url.searchParams.set('options', '-c search_path=faults,public,pg_catalog');
/** The same database, in which some of what the server says of itself is hidden by what a faulty one would say. */
const faulty = url.href;
await asOwner(`
  create schema faults;
  create view faults.pg_stat_archiver as
    select 7 as archived_count, 2 as failed_count, '00000001000000000000002A' as last_failed_wal,
           now() as last_failed_time, now() - interval '1 hour' as last_archived_time;
  create function faults.current_setting(name text) returns text language sql as $$
    select case name when 'archive_mode' then 'on' else pg_catalog.current_setting(name) end $$;
  create function faults.clock_timestamp() returns timestamptz language sql as $$ select now() + interval '1 hour' $$;
  create view faults.audit_events as select 'demo' as record_type, 'demo.started' as event;
  create function faults.pg_collation_actual_version(collation oid) returns text language sql as $$ select '0.7' $$;
  create function faults.pg_database_collation_actual_version(database oid) returns text language sql as $$ select '0.8' $$;
  create view faults.migrations as select name, sha256 from public.migrations where name not like '0002-%';
  create view faults.recoveries as
    select gen_random_uuid() as id, now() as restored_at, now() as restored_to, null::timestamptz as confirmed_at;
`);

const said = async (check: Check, changed: Partial<Installation> = {}) =>
  (await runCheck(check, { ...installation, ...changed })).findings;

test.each([
  [archiveCheck, 'cannot archive its log: 00000001000000000000002A failed after 7 segments'],
  [collationCheck, 'the server has 0.7'],
  [collationCheck, 'REINDEX INDEX students__name; ALTER COLLATION name_order REFRESH VERSION;'],
  [collationCheck, 'the server has 0.8'],
  [collationCheck, 'REINDEX DATABASE '],
  [clockCheck, 'seconds behind that of the database'],
  [demoCheck, 'This is the database of a demo'],
  [migrationsCheck, 'older than this release: 0002-'],
  [recoveryCheck, 'in recovery mode since its restore'],
])('$name names its fault, and nothing without it', async (check, words) => {
  expect(await said(check, { databaseUrl: faulty })).toContainEqual(problem(expect.stringContaining(words)));
  expect((await said(check)).map(({ sentence }) => sentence).join('\n')).not.toContain(words);
});

test('a job that runs for longer than it may is named', async () => {
  const id = await portal.services.jobs.send('nightly-purge', {});
  await asOwner(
    `update pgboss.job set state = 'active', started_on = now() - interval '2 days' where id = '${id}'`,
  );
  expect(await said(jobsCheck)).toEqual([
    problem(expect.stringMatching(/nightly-purge is stuck: .* running for 2 days/)),
  ]);
});

test('the mail server that took the portal is asked again once a mail waits', async () => {
  const server = new MailServer();
  await server.start();
  const settings = readSettings({ DEMO: 'true', SMTP_URL: server.url });
  const taken = ok('The mail server takes the portal.');
  expect(await said(mailCheck, { settings })).toEqual([taken]);
  await server.stop();
  expect(await said(mailCheck, { settings })).toEqual([
    ok('The mail server took the portal, and no mail waits.'),
  ]);
  await asOwner(
    `insert into outbox (id, recipient, subject, body) values (gen_random_uuid(), 'a@b.example', 'x', 'x')`,
  );
  const refused = problem(expect.stringContaining('does not take the portal'));
  expect(await said(mailCheck, { settings })).toEqual([refused]);
  await asOwner('delete from outbox');
  // What failed is asked again each time.
  expect(await said(mailCheck, { settings })).toEqual([refused]);
});
