import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { startPortal } from '#dev/testing/portal.ts';
import { addPerson, Browser } from '#features/auth/server/browser.testing.ts';
import { inTransaction } from '#platform/server/command.ts';
import { MailServer } from './mail-server.testing.ts';
import { queueMail } from './outbox.ts';

const mailServer = new MailServer();
const patience = { timeout: 15_000, interval: 20 };

await mailServer.start();
const portal = await startPortal({ worker: true, env: { SMTP_URL: mailServer.url } });
afterAll(async () => {
  mailServer.cut();
  await portal.close();
  await mailServer.stop();
});
beforeEach(async () => {
  await portal.services.db.deleteFrom('outbox').execute();
  mailServer.reset();
});

test('a one-time code goes through the outbox to the mail server, and leaves no trace in the database', async () => {
  const person = await addPerson(portal);
  const browser = new Browser(portal);
  const { body } = await browser.start(person);
  await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(1), patience);
  const [{ to, source }] = mailServer.deliveries as [(typeof mailServer.deliveries)[0]];
  expect(to).toBe(person.email);
  expect(source).toContain('From: Dikshant <no-reply@dikshant.example>');
  expect(source).toContain('Subject: Your code to sign in to Dikshant');
  const code = /^(\d{4})\r?$/m.exec(source)![1]!;
  expect(await browser.complete(body.challengeId, code)).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    expect(await outboxOf(person.email)).toMatchObject([{ body: '', sent_at: expect.any(Date) }]);
  }, patience);
});

longTest('a code behind 500 other mails leaves within 2 seconds, and the others are no trickle', async () => {
  const addresses = Array.from({ length: 500 }, (_, number) => `college.${number}@university.example`);
  const begun = Date.now();
  await queue(addresses);
  const person = await addPerson(portal);
  const asked = Date.now();
  await new Browser(portal).start(person);
  await vi.waitFor(() => expect(mailServer.mailsTo(person.email)).toHaveLength(1), patience);
  expect(mailServer.mailsTo(person.email)[0]!.at - asked).toBeLessThan(2_000);
  await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(501), { ...patience, timeout: 60_000 });
  const seconds = (mailServer.deliveries.at(-1)!.at - begun) / 1_000;
  expect(500 / seconds, 'mails a second').toBeGreaterThan(10);
  expect(new Set(mailServer.deliveries.map((mail) => mail.messageId)).size).toBe(501);
});

longTest('a mail that the server refuses stays unsent until a later try', async () => {
  let refusals = 2;
  mailServer.behave = () => (refusals-- > 0 ? 'refuse' : 'accept');
  await queue(['later@university.example']);
  await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(1), patience);
  await vi.waitFor(
    async () =>
      expect(await outboxOf('later@university.example')).toMatchObject([{ sent_at: expect.any(Date) }]),
    patience,
  );
});

test('an answer that is lost makes a second delivery under the same Message-ID', async () => {
  mailServer.behave = () => (mailServer.deliveries.length === 0 ? 'drop_answer' : 'accept');
  await queue(['twice@university.example']);
  await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(2), patience);
  const [first, second] = mailServer.deliveries;
  expect(second!.messageId).toBe(first!.messageId);
  expect(first!.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
});

test('a lane that becomes free at once claims no more mails than it has connections', async () => {
  mailServer.behave = () => 'hang';
  await queue(Array.from({ length: 40 }, (_, number) => `lane.${number}@university.example`));
  for (let round = 1; round <= 4; round += 1) {
    // Of a claim that waits for a connection the time to give up runs all the same.
    await vi.waitFor(() => expect(mailServer.deliveries.length).toBeGreaterThanOrEqual(3 * round), patience);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbox where claimed_by is not null and sent_at is null and not is_urgent
    `.execute(portal.services.db);
    expect(rows[0]!.count, `round ${round}`).toBeLessThanOrEqual(3);
    mailServer.cut();
  }
});

test('a server that hangs holds up no database connection and no code', async () => {
  mailServer.behave = ({ to }) => (to.startsWith('hangs') ? 'hang' : 'accept');
  await queue(Array.from({ length: 20 }, (_, number) => `hangs.${number}@university.example`));
  await vi.waitFor(() => expect(mailServer.deliveries.length).toBeGreaterThan(0), patience);
  const person = await addPerson(portal);
  const asked = Date.now();
  await new Browser(portal).start(person);
  await vi.waitFor(() => expect(mailServer.mailsTo(person.email)).toHaveLength(1), patience);
  expect(mailServer.mailsTo(person.email)[0]!.at - asked).toBeLessThan(2_000);
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and now() - state_change > interval '200 milliseconds'
  `.execute(portal.services.db);
  expect(rows).toEqual([]);
});

describe('a code', () => {
  test('that has expired is not sent late, and is erased', async () => {
    mailServer.behave = () => 'refuse';
    const person = await addPerson(portal);
    await new Browser(portal).start(person);
    await changeBetweenTries(person.email, { expires_at: new Date() });
    mailServer.behave = () => 'accept';
    await queue(['marker@university.example']);
    await vi.waitFor(() => expect(mailServer.mailsTo('marker@university.example')).toHaveLength(1), patience);
    await vi.waitFor(async () => {
      expect(await outboxOf(person.email)).toMatchObject([
        { body: '', sent_at: null, given_up_at: expect.any(Date) },
      ]);
    }, patience);
    expect(mailServer.mailsTo(person.email)).toEqual([]);
  });

  test('lives in the outbox as long as it can be typed', async () => {
    mailServer.behave = () => 'refuse';
    const person = await addPerson(portal);
    await new Browser(portal).start(person);
    const [mail] = await outboxOf(person.email);
    const { expires_at: codeExpires } = await portal.services.db
      .selectFrom('code_challenges')
      .select('expires_at')
      .where('staff_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(Math.abs(mail!.expires_at.getTime() - codeExpires.getTime())).toBeLessThan(1_000);
  });

  test('that a newer one killed before it left is not sent', async () => {
    mailServer.behave = () => 'refuse';
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { body } = await browser.start(person);
    const [killed] = await outboxOf(person.email);
    await changeBetweenTries(person.email, { next_attempt_at: sql<Date>`now() + interval '1 hour'` });
    await portal.services.db
      .updateTable('code_challenges')
      .set({ mailed_at: sql`now() - interval '31 seconds'` })
      .execute();
    expect(await browser.post(`/api/sign-in/${body.challengeId}/resend`)).toMatchObject({ status: 200 });
    mailServer.behave = () => 'accept';
    await vi.waitFor(() => expect(mailServer.mailsTo(person.email)).toHaveLength(1), patience);
    expect(mailServer.deliveries[0]!.messageId).not.toContain(killed!.id);
    const code = /^(\d{4})\r?$/m.exec(mailServer.deliveries[0]!.source)![1]!;
    expect(await browser.complete(body.challengeId, code)).toMatchObject({ status: 200 });
  });
});

test('a connection of the sender that is cut costs seconds, not a mail', async () => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dikshant-mail'
  `.execute(portal.services.db);
  await queue(['after-the-cut@university.example']);
  await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(1), patience);
});

longTest('a mail in flight at kill -9 leaves as soon as a worker is there again', async () => {
  const crashing = await startPortal({ env: { SMTP_URL: mailServer.url } });
  const crashable = await startCrashableServer(crashing, { SMTP_URL: mailServer.url });
  try {
    mailServer.behave = () => 'hang';
    await queue(['in-flight@university.example'], crashing);
    const person = await addPerson(crashing);
    await new Browser(crashing).start(person);
    await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(2), patience);
    crashable.kill();
    mailServer.reset();
    crashable.start();
    await crashable.isReady();
    const ready = Date.now();
    await vi.waitFor(() => expect(mailServer.deliveries).toHaveLength(2), patience);
    expect(Date.now() - ready).toBeLessThan(3_000);
    expect(mailServer.mailsTo(person.email)).toHaveLength(1);
    // Once it is marked as sent it stays at that.
    await delay(1_500);
    expect(mailServer.deliveries).toHaveLength(2);
  } finally {
    crashable.kill();
    await crashing.close();
  }
});

test('without a mail server the outbox keeps the mail to be read', async () => {
  const demo = await startPortal({ worker: true });
  try {
    await queue(['demo@university.example'], demo);
    await vi.waitFor(async () => {
      expect(await outboxOf('demo@university.example', demo)).toMatchObject([
        { sent_at: expect.any(Date), body: 'Namaste' },
      ]);
    }, patience);
  } finally {
    await demo.close();
  }
});

async function queue(recipients: string[], { services } = portal): Promise<void> {
  await inTransaction(services.db, async (transaction) => {
    for (const to of recipients)
      await queueMail(
        { db: transaction },
        { to, language: 'en', words: () => ({ subject: 'Greeting', text: 'Namaste' }) },
      );
  });
}

async function outboxOf(recipient: string, { services } = portal) {
  return services.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute();
}

/** Of a mail that the server refused: a try that has begun may still succeed. */
async function changeBetweenTries(
  recipient: string,
  change: { expires_at: Date } | { next_attempt_at: RawBuilder<Date> },
): Promise<void> {
  await vi.waitFor(async () => {
    const { numUpdatedRows } = await portal.services.db
      .updateTable('outbox')
      .set(change)
      .where('recipient', '=', recipient)
      .where('attempts', '>', 0)
      .where('claimed_by', 'is', null)
      .executeTakeFirst();
    expect(Number(numUpdatedRows)).toBe(1);
  }, patience);
}
