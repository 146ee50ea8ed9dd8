import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, startPortal } from '#dev/testing/portal.ts';
import { hashAccessLog } from '#features/audit/server/checkpoints/hash-access-log.ts';
import { addPerson, Browser } from '#features/auth/server/browser.testing.ts';
import { dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const auditor = await portal.as('auditor', { name: 'Leela' });
const receiver = await portal.as('receiver', { name: 'Ravi Shetty' });
const owner = await fileClient(portal.ownerUrl);

async function entries(filters: { kind?: 'sign_in_failed' | 'file_viewed' | 'signed_in'; search?: string }) {
  await portal.services.accessLog.flush();
  return (await auditor.api.audit.listAccessEntries(filters)).rows;
}

async function eventCount(): Promise<number> {
  return (await auditor.api.audit.countAuditEvents({})).count;
}

function signIn(email: string) {
  return portal.anonymous.fetch('/api/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'receiver', email, password: 'not the password' }),
  });
}

test('counts failed sign-ins by address, network and hour, those that are throttled too, and none is in the chain', async () => {
  const before = await eventCount();
  for (let tried = 0; tried < 12; tried += 1) await signIn(receiver.email.toUpperCase());
  for (let tried = 0; tried < 2; tried += 1) await signIn('nobody@dikshant.example');
  const failed = await entries({ kind: 'sign_in_failed' });
  expect(failed.map(({ person, network, count }) => ({ person, network, count }))).toEqual(
    expect.arrayContaining([
      { person: 'Ravi Shetty', network: '127.0.0.1', count: 12 },
      // An address that nobody has may be a password in the wrong field.
      { person: expect.stringMatching(/^[0-9a-f]{16}$/), network: '127.0.0.1', count: 2 },
    ]),
  );
  await signIn(receiver.email);
  const again = await entries({ kind: 'sign_in_failed', search: 'ravi' });
  expect(again.map(({ count }) => count)).toEqual([13]);
  expect(await eventCount()).toBe(before);
});

test('has who signed in', async () => {
  const printer = await addPerson(portal, { role: 'printer' });
  await new Browser(portal).signIn(printer);
  expect(await entries({ kind: 'signed_in', search: printer.name })).toMatchObject([{ count: 1 }]);
});

test('has who looked at which file of a candidate, and not who looked at an invoice', async () => {
  await receiveApplication(receiver, office);
  const photo = (await (await uploadFile(receiver, 'photo')).json()) as { id: string; name: string };
  expect((await receiver.fetch(`/api/files/${photo.id}`)).status).toBe(200);
  const [view, ...others] = await entries({ kind: 'file_viewed' });
  expect(view).toMatchObject({ person: 'Ravi Shetty', record: photo.name, network: '127.0.0.1' });
  expect(others).toEqual([]);
  for (let time = 0; time < 3; time += 1) await receiver.fetch(`/api/files/${photo.id}/thumbnail`);
  const thumbnails = (await entries({ search: 'ravi' })).filter(({ kind }) => kind === 'thumbnails_viewed');
  expect(thumbnails).toMatchObject([{ count: 3 }]);
});

describe('the log', () => {
  test('is the auditors’ of the whole university', async () => {
    await expectDomainError(receiver.api.audit.listAccessEntries({}), 'auth.not_permitted');
    const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
    await expectDomainError(ofCollege.api.audit.listAccessEntries({}), 'audit.university_only');
    const exported = await auditor.fetch('/api/exports/access-log?format=csv');
    expect(await exported.text()).toContain('Ravi Shetty');
  });

  test('cannot be changed by the application role, but for counting on and for what is older than a year', async () => {
    await signIn(receiver.email);
    await portal.services.accessLog.flush();
    const app = new pg.Client({ connectionString: portal.services.databaseUrl });
    await app.connect();
    for (const statement of [
      'delete from access_log',
      'truncate access_log',
      "update access_log set person = 'x'",
      'update access_log set count = 1 where hour is not null',
      'update access_log set count = count + 1 where hour is null',
    ])
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    const day = dayInIndia(new Date());
    const hash = () => hashAccessLog((text, values) => owner.query(text, values), day);
    const before = await hash();
    await owner.query(
      `insert into access_log (at, kind, subject, person, network) values
         (now() - interval '366 days', 'signed_in', 'x', 'Old', 'x'), (now() - interval '364 days', 'signed_in', 'x', 'Young', 'x')`,
    );
    expect((await app.query('select access_log__purge() as removed')).rows[0].removed).toBe(1);
    expect((await owner.query(`select person from access_log where network = 'x'`)).rows).toEqual([
      { person: 'Young' },
    ]);
    expect(await hash()).toEqual(before);
    await app.end();
  });
});

describe('while the table refuses', () => {
  const who = { id: '01890000-0000-7000-8000-000000000001', name: 'Meera' };
  const record = (kind: 'file_viewed' | 'thumbnails_viewed', network: string) =>
    portal.services.accessLog.record({ kind, who, network });
  const written = async (network: string) =>
    (
      await owner.query(
        'select kind, sum(count)::int as count from access_log where network = $1 group by kind order by kind',
        [network],
      )
    ).rows;

  /** Rows of this condition cannot be written until `work` is done. */
  async function refusing(condition: string, work: () => Promise<void>): Promise<void> {
    await owner.query(`
      create function refuse_access() returns trigger language plpgsql as
        $$ begin raise exception 'away' using errcode = 'connection_failure'; end $$;
      create trigger refuse_access before insert on access_log for each row when (${condition})
        execute function refuse_access()`);
    await work().finally(() =>
      owner.query('drop trigger refuse_access on access_log; drop function refuse_access()'),
    );
  }

  test.each(['true', 'new.hour is null', 'new.hour is not null'])(
    'rows for which %s, what was recorded is kept and written once',
    async (condition) => {
      await refusing(condition, async () => {
        record('file_viewed', condition);
        record('thumbnails_viewed', condition);
        await portal.services.accessLog.flush();
        record('file_viewed', condition);
        record('thumbnails_viewed', condition);
        await portal.services.accessLog.flush();
      });
      await portal.services.accessLog.flush();
      expect(await written(condition)).toEqual([
        { kind: 'file_viewed', count: 2 },
        { kind: 'thumbnails_viewed', count: 2 },
      ]);
    },
  );

  test('it keeps ten thousand entries and no more', async () => {
    await refusing('true', async () => {
      for (let views = 0; views < 12_000; views += 4_000) {
        for (let view = 0; view < 4_000; view += 1) record('file_viewed', 'flood');
        await portal.services.accessLog.flush();
      }
    });
    await portal.services.accessLog.flush();
    expect(await written('flood')).toEqual([{ kind: 'file_viewed', count: 10_000 }]);
  });
});

test('what waits is written when the portal closes', async () => {
  const other = await startPortal();
  const reader = new pg.Client({ connectionString: other.ownerUrl });
  await reader.connect();
  const who = { id: '01890000-0000-7000-8000-000000000000', name: 'Asha' };
  for (let view = 0; view < 450; view += 1)
    other.services.accessLog.record({ kind: 'file_viewed', who, network: 'x' });
  await other.services.accessLog.close();
  const { rows } = await reader.query('select count(*)::int as count from access_log where staff_id = $1', [
    who.id,
  ]);
  expect(rows).toEqual([{ count: 450 }]);
  await reader.end();
  await other.close();
});
