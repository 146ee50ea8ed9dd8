import { afterAll, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { openPortal } from '#dev/testing/open-portal.ts';
import { newestCode, type Portal, startPortal } from '#dev/testing/portal.ts';
import { addPerson, Browser, enrolledPerson, type Person, proof } from './browser.testing.ts';

const first = 'the first secret of this office, long enough';
const second = 'the second secret of this office, as long';

const before = await startPortal({ env: { TRUST_PROXY: '127.0.0.1', SECRET: first } });
afterAll(() => before.close());

/** The same database, served with other secrets. */
function reopen(env: Record<string, string>, options: { worker?: boolean } = {}): Promise<Portal> {
  const database = { url: before.services.databaseUrl, ownerUrl: before.ownerUrl, drop: async () => {} };
  return openPortal(database, { ...options, env: { TRUST_PROXY: '127.0.0.1', ...env } });
}

/** The browser of somebody at another server of the same portal. */
function at(portal: Portal, browser: Browser): Browser {
  const same = new Browser(portal, browser.ip);
  for (const [name, value] of browser.cookies) same.cookies.set(name, value);
  return same;
}

async function keysOf(person: Person): Promise<(string | null)[]> {
  const rows = await before.services.db
    .selectFrom('authenticators')
    .select('key_id')
    .where('staff_id', '=', person.id)
    .execute();
  return rows.map((row) => row.key_id);
}

longTest(
  'a secret is replaced while codes, throttles, authenticators and recovery codes live on',
  async () => {
    const { person, browser, app, recoveryCodes } = await enrolledPerson(before);
    const [oldKey] = await keysOf(person);
    const mailed = await addPerson(before);
    const waiting = new Browser(before);
    const { body: challenge } = await waiting.start(mailed);
    const guessed = await addPerson(before);
    for (let tried = 0; tried < 9; tried += 1)
      await new Browser(before).start(guessed, { password: 'wrong' });

    const during = await reopen({ SECRET: second, SECRET_PREVIOUS: first });
    try {
      const code = await newestCode(before.services, mailed.email);
      expect(await at(during, waiting).complete(challenge.challengeId, code)).toMatchObject({ status: 200 });

      // What was counted before the change counts on.
      await new Browser(during).start(guessed, { password: 'wrong' });
      expect(await new Browser(during).start(guessed)).toMatchObject({ status: 429 });

      const signIn = at(during, browser);
      const { body } = await signIn.start(person);
      expect(await signIn.complete(body.challengeId, app.code(1))).toMatchObject({ status: 200 });
      const recovery = await signIn.start(person);
      expect(await signIn.recover(recovery.body.challengeId, recoveryCodes[0]!)).toMatchObject({
        status: 200,
      });
      expect(await keysOf(person)).toEqual([oldKey]);
    } finally {
      await during.close();
    }

    const worker = await reopen({ SECRET: second, SECRET_PREVIOUS: first }, { worker: true });
    const [newKey] = await keysOf(person);
    expect(newKey).not.toBe(oldKey);
    await worker.close();

    const after = await reopen({ SECRET: second });
    try {
      await before.services.db.updateTable('authenticators').set({ last_step: 1 }).execute();
      const signIn = at(after, browser);
      const { body } = await signIn.start(person);
      // Only hashes of recovery codes are kept: those of the first secret are gone with it.
      expect(await signIn.recover(body.challengeId, recoveryCodes[1]!)).toMatchObject({ status: 401 });
      expect(await signIn.complete(body.challengeId, app.code())).toMatchObject({ status: 200 });
      await before.services.db.updateTable('authenticators').set({ last_step: 1 }).execute();
      expect(await signIn.post('/api/account/recovery-codes', proof(app.code()))).toMatchObject({
        status: 200,
      });
    } finally {
      await after.close();
    }
  },
);

test('a repeated request is the same request after the change', async () => {
  const { browser } = await enrolledPerson(before);
  const preferences = {
    density: 'compact',
    language: 'en',
    letterKeys: true,
    scannerPreamble: '',
    listViews: {},
  };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const save = (one: Browser) => one.put('/api/account/preferences', preferences, key);
  expect(await save(browser)).toMatchObject({ status: 200 });
  const during = await reopen({ SECRET: second, SECRET_PREVIOUS: first });
  try {
    expect(await save(at(during, browser))).toMatchObject({ status: 200 });
  } finally {
    await during.close();
  }
});

test('without the secret that sealed it an authenticator is refused, and nothing of it is touched', async () => {
  const { person, browser, app } = await enrolledPerson(before);
  const keys = await keysOf(person);
  const wrong = await reopen({ SECRET: 'a third secret that sealed nothing at all' }, { worker: true });
  try {
    const { body } = await at(wrong, browser).start(person);
    expect(await at(wrong, browser).complete(body.challengeId, app.code(1))).toMatchObject({ status: 500 });
    expect(await keysOf(person)).toEqual(keys);
  } finally {
    await wrong.close();
  }
  const signIn = await browser.start(person);
  expect(await browser.complete(signIn.body.challengeId, app.code(1))).toMatchObject({ status: 200 });
});
