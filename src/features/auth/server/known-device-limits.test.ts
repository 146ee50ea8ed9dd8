import { beforeEach, describe, expect, test, vi } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { fileClient, filePortal, newestCode } from '#dev/testing/portal.ts';
import { addPerson, Browser, mailsTo, type Person, password } from './browser.testing.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });
const owner = await fileClient(portal.ownerUrl);
beforeEach(async () => {
  await portal.services.db.deleteFrom('throttles').execute();
});

/** Uses a limit up for every subject that has hit it. */
async function useUp(name: string, hits: number): Promise<void> {
  await portal.services.db.updateTable('throttles').set({ hits }).where('key', 'like', `${name}:%`).execute();
}

async function knownDevice(): Promise<{ person: Person; device: Browser }> {
  const person = await addPerson(portal);
  const device = new Browser(portal);
  await device.signIn(person);
  await portal.services.db.deleteFrom('throttles').execute();
  return { person, device };
}

describe('what strangers use up stays theirs', () => {
  test('100 wrong passwords of a network do not keep its known devices out', async () => {
    const { person, device } = await knownDevice();
    const stranger = new Browser(portal, device.ip);
    await stranger.start(person, { password: 'wrong' });
    await useUp('passwords by network', 100);
    const response = await portal.anonymous.fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': device.ip },
      body: JSON.stringify({ role: person.role, email: person.email, password }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await device.signIn(person)).toMatchObject({ status: 200 });
    // A known device is known for its owner's address alone.
    expect(await device.start(await addPerson(portal))).toMatchObject({ status: 429 });
  });

  test('a known device has its own ten wrong passwords', async () => {
    const { person, device } = await knownDevice();
    for (let tried = 0; tried < 10; tried += 1) await device.start(person, { password: 'wrong' });
    expect(await device.start(person)).toMatchObject({ status: 429 });
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
  });

  test('60 sign-ins of a stranger who has the password', async () => {
    const { person, device } = await knownDevice();
    await new Browser(portal).start(person);
    await useUp('sign-ins by person', 60);
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 429 });
    expect(await device.signIn(person)).toMatchObject({ status: 200 });
  });

  longTest('five reset requests for an address, and a network of requests', async () => {
    const { person, device } = await knownDevice();
    const stranger = new Browser(portal, device.ip);
    for (let asked = 0; asked < 5; asked += 1)
      expect(await stranger.post('/api/password-reset', { email: person.email })).toMatchObject({
        status: 200,
      });
    expect(await stranger.post('/api/password-reset', { email: person.email })).toMatchObject({
      status: 429,
    });
    await useUp('resets by network', 30);
    const { status, body } = await device.post('/api/password-reset', { email: person.email });
    expect(status).toBe(200);
    const code = await newestCode(portal.services, person.email);
    expect(await device.post(`/api/password-reset/${body.challengeId}/check`, { code })).toMatchObject({
      status: 200,
    });
  });

  longTest('the daily budget of all resets', async () => {
    const { person, device } = await knownDevice();
    await new Browser(portal).post('/api/password-reset', { email: person.email });
    await useUp('resets in all', 300);
    expect(
      await new Browser(portal).post('/api/password-reset', { email: (await addPerson(portal)).email }),
    ).toMatchObject({ status: 429 });
    expect(await device.post('/api/password-reset', { email: person.email })).toMatchObject({ status: 200 });
  });

  test('wrong passwords that a stolen session tries', async () => {
    const { person, device } = await knownDevice();
    const thief = new Browser(portal);
    thief.cookies.set('session', device.cookies.get('session')!);
    const guess = (browser: Browser, currentPassword: string) =>
      browser.post('/api/account/authenticator', { currentPassword });
    for (let tried = 0; tried < 10; tried += 1) await guess(thief, 'wrong');
    expect(await guess(thief, password)).toMatchObject({ status: 429 });
    expect(await guess(device, password)).toMatchObject({ status: 200 });
    expect(person.id).toBeDefined();
  });

  test('lookups at /verify from the network of the office', async () => {
    const { device } = await knownDevice();
    const stranger = new Browser(portal, device.ip);
    const lookUp = (browser: Browser) => browser.get('/api/verify?number=2025/000001&code=7K3MQ-X2P9A');
    expect((await lookUp(stranger)).status).toBeLessThan(429);
    await useUp('look-ups by network', 120);
    expect(await lookUp(stranger)).toMatchObject({ status: 429 });
    expect((await lookUp(device)).status).toBeLessThan(429);
  });
});

describe('a sick server', () => {
  test('uses up none of a person’s sign-ins', async () => {
    const person = await addPerson(portal);
    await new Browser(portal).start(person);
    await useUp('sign-ins by person', 58);
    await sicken('outbox');
    try {
      for (let tried = 0; tried < 3; tried += 1)
        expect((await new Browser(portal).start(person)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await heal('outbox');
    }
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
  });

  test('uses up none of the resets of an address', async () => {
    const person = await addPerson(portal);
    await sicken('code_challenges');
    try {
      for (let tried = 0; tried < 6; tried += 1)
        expect(
          (await new Browser(portal).post('/api/password-reset', { email: person.email })).status,
        ).toBeGreaterThanOrEqual(500);
    } finally {
      await heal('code_challenges');
    }
    expect(await new Browser(portal).post('/api/password-reset', { email: person.email })).toMatchObject({
      status: 200,
    });
    expect(await mailsTo(portal, person)).toHaveLength(1);
  });

  test('counts no password that it could not compare', async () => {
    const person = await addPerson(portal);
    await owner.query('revoke select on staff from dikshant_app');
    try {
      for (let tried = 0; tried < 10; tried += 1)
        expect((await new Browser(portal).start(person)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await owner.query('grant select on staff to dikshant_app');
    }
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
  });

  test('gives a hit back later when it cannot at once', async () => {
    const person = await addPerson(portal);
    await owner.query(`
      create function no_release() returns trigger language plpgsql as $$
      begin if new.hits < old.hits then raise exception 'the disk is full'; end if; return new; end $$;
      create trigger no_release before update on throttles for each row execute function no_release()`);
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
    const hits = async () =>
      (
        await portal.services.db
          .selectFrom('throttles')
          .select('hits')
          .where('key', 'like', 'passwords by address:%')
          .execute()
      ).map((row) => row.hits);
    expect(await hits()).toEqual([1]);
    await owner.query('drop trigger no_release on throttles; drop function no_release');
    await vi.waitFor(async () => expect(await hits()).toEqual([0]), { timeout: 10_000, interval: 100 });
  });
});

/** From now on the table takes no new rows, as on a full disk. */
async function sicken(table: string): Promise<void> {
  await owner.query(`alter table ${table} add constraint full_disk check (false) not valid`);
}

async function heal(table: string): Promise<void> {
  await owner.query(`alter table ${table} drop constraint full_disk`);
}
