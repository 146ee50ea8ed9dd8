import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';
import { addPerson, Browser, eventsOf, type Person } from './browser.testing.ts';
import { describeDevice } from './describe-device.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

describe('the own sessions', () => {
  test('are those that hold, this one first', async () => {
    const { person, here, there } = await twoDevices();
    const over = new Browser(portal);
    await over.signIn(person);
    await changeSession(await idOf(over), { last_seen_at: sql`now() - interval '31 minutes'` });
    await new Browser(portal).signIn(await addPerson(portal));

    const sessions = await list(here);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ isThisOne: true, ip: here.ip });
    expect(sessions[1]).toMatchObject({ isThisOne: false, ip: there.ip });
    expect(await list(there)).toMatchObject([{ id: sessions[1]!.id }, { id: sessions[0]!.id }]);
  });

  test('are named by something that opens nothing', async () => {
    const { here } = await twoDevices();
    const [own] = await list(here);
    const forger = new Browser(portal);
    forger.cookies.set('session', own!.id);
    expect(await forger.session()).toBeNull();
    const { token_hash: tokenHash } = await portal.services.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('id', '=', own!.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(await list(here))).not.toContain(tokenHash);
  });

  test('are ended one by one, with the next request', async () => {
    const { person, here, there } = await twoDevices();
    const [, other] = await list(here);
    expect(await here.post(`/api/account/sessions/${other!.id}/end`)).toEqual({ status: 200, body: {} });
    expect(await there.get('/api/account/sessions')).toMatchObject({
      status: 401,
      body: { code: 'auth.signed_out' },
    });
    expect(await here.session()).not.toBeNull();
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.session_ended' });
    expect(await here.post(`/api/account/sessions/${other!.id}/end`)).toMatchObject({
      status: 404,
      body: { code: 'auth.session_not_found' },
    });
  });

  test('a colleague’s is not there', async () => {
    const { here } = await twoDevices();
    const colleague = new Browser(portal);
    await colleague.signIn(await addPerson(portal));
    expect(await here.post(`/api/account/sessions/${await idOf(colleague)}/end`)).toMatchObject({
      status: 404,
      body: { code: 'auth.session_not_found' },
    });
    expect(await colleague.session()).not.toBeNull();
  });

  test('all others are ended at once, this one stays', async () => {
    const { person, here, there } = await twoDevices();
    const third = new Browser(portal);
    await third.signIn(person);
    expect(await here.post('/api/account/sessions/end-others')).toEqual({ status: 200, body: { ended: 2 } });
    expect([await here.session(), await there.session(), await third.session()]).toMatchObject([
      { staffId: person.id },
      null,
      null,
    ]);
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.other_sessions_ended',
      after: { ended: 2 },
    });
  });
});

describe('an idle session', () => {
  const idle = { last_seen_at: sql`now() - interval '29 minutes'` };

  test('is kept alive by what its person asks', async () => {
    const { browser, lastSeen } = await idleSession();
    await browser.get('/api/account/sessions');
    expect(await lastSeen()).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each(['/api/account/sessions', '/api/session'])(
    'is not kept alive by its page asking %s',
    async (path) => {
      const { browser, id, lastSeen } = await idleSession();
      const before = await lastSeen();
      expect(await browser.get(path, { 'x-asked-by': 'page' })).toMatchObject({ status: 200 });
      expect(await lastSeen()).toBe(before);
      await changeSession(id, { last_seen_at: sql`now() - interval '31 minutes'` });
      expect(await browser.session()).toBeNull();
    },
  );

  async function idleSession() {
    const browser = new Browser(portal);
    await browser.signIn(await addPerson(portal));
    const id = await idOf(browser);
    await changeSession(id, idle);
    const lastSeen = async () => {
      const row = await portal.services.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.last_seen_at.getTime();
    };
    return { browser, id, lastSeen };
  }
});

describe('preferences', () => {
  test('follow the person to another device, and nobody else', async () => {
    const { person, here, there } = await twoDevices();
    const compact = {
      density: 'compact',
      language: 'kn',
      letterKeys: false,
      scannerPreamble: '~',
      stepsSeen: true,
      listViews: {},
    };
    expect(await here.session()).toMatchObject({ preferences: { density: 'comfortable', language: null } });
    expect(await here.put('/api/account/preferences', compact)).toEqual({ status: 200, body: compact });
    expect(await there.session()).toMatchObject({ preferences: compact });
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.preferences_saved',
      after: compact,
    });
    const colleague = new Browser(portal);
    await colleague.signIn(await addPerson(portal));
    expect(await colleague.session()).toMatchObject({ preferences: { density: 'comfortable' } });
  });

  test('are of those that there are', async () => {
    const { here } = await twoDevices();
    expect(await here.put('/api/account/preferences', { density: 'tiny', language: null })).toMatchObject({
      status: 422,
    });
    expect(await here.put('/api/account/preferences', { density: 'compact', language: 'fr' })).toMatchObject({
      status: 422,
    });
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is called %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

async function twoDevices() {
  const person: Person = await addPerson(portal);
  const here = new Browser(portal);
  const there = new Browser(portal);
  await here.signIn(person);
  await there.signIn(person);
  return { person, here, there };
}

async function list(browser: Browser) {
  return (await browser.get('/api/account/sessions')).body.sessions;
}

async function idOf(browser: Browser): Promise<string> {
  return (await list(browser))[0]!.id;
}

async function changeSession(id: string, changes: object): Promise<void> {
  await portal.services.db.updateTable('sessions').set(changes).where('id', '=', id).execute();
}
