import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addPerson, Browser } from '#features/auth/server/browser.testing.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { sendMailJob } from './send-mail.ts';

type Delivery = { to: string[]; source: string };
const deliveries: Delivery[] = [];
let refusals = 0;

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (refusals > 0) {
        refusals -= 1;
        done(new Error('try again later'));
        return;
      }
      const to = session.envelope.rcptTo.map((recipient) => recipient.address);
      deliveries.push({ to, source: Buffer.concat(chunks).toString() });
      done();
    });
  },
});

let portal: Portal;
beforeAll(async () => {
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  portal = await startPortal({ worker: true, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await portal.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});
beforeEach(() => {
  deliveries.length = 0;
  refusals = 0;
});

test('a one-time code goes through outbox, job and mail server, and leaves no trace in the database', async () => {
  const person = await addPerson(portal);
  const browser = new Browser(portal);
  const { body } = await browser.start(person);
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: 15_000 });
  const [{ to, source }] = deliveries as [Delivery];
  expect(to).toEqual([person.email]);
  expect(source).toContain('From: Dikshant <no-reply@dikshant.example>');
  expect(source).toContain('Subject: Your code to sign in to Dikshant');
  const code = /^(\d{4})\r?$/m.exec(source)![1]!;
  expect(await browser.complete(body.challengeId, code)).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    const [mail] = await mailsTo(person.email);
    expect(mail).toMatchObject({ body: '', sent_at: expect.any(Date) });
  });
});

test('a job that runs twice, even at once, sends one mail', async () => {
  const mailId = await addMail('twice@university.example');
  await Promise.all([send(mailId), send(mailId)]);
  await send(mailId);
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]!.source).toContain(`Message-ID: <${mailId}@localhost>`);
});

test('a mail that the server refuses stays unsent until a later try', async () => {
  const mailId = await addMail('later@university.example');
  refusals = 1;
  await expect(send(mailId)).rejects.toThrow('try again later');
  expect(await mailsTo('later@university.example')).toMatchObject([{ sent_at: null, body: 'Namaste' }]);
  await send(mailId);
  expect(deliveries).toHaveLength(1);
});

test('without a mail server the outbox keeps the mail to be read', async () => {
  const mailId = await addMail('demo@university.example');
  const settings = { ...portal.services.settings, smtpUrl: null };
  await sendMailJob.handle({ ...portal.services, settings }, { mailId }, { isLast: true });
  expect(deliveries).toHaveLength(0);
  expect(await mailsTo('demo@university.example')).toMatchObject([
    { sent_at: expect.any(Date), body: 'Namaste' },
  ]);
});

function send(mailId: string): Promise<void> {
  return sendMailJob.handle(portal.services, { mailId }, { isLast: false });
}

async function addMail(recipient: string): Promise<string> {
  const id = uuid();
  await portal.services.db
    .insertInto('outbox')
    .values({ id, recipient, subject: 'Greeting', body: 'Namaste' })
    .execute();
  return id;
}

async function mailsTo(recipient: string) {
  return portal.services.db
    .selectFrom('outbox')
    .select(['body', 'sent_at'])
    .where('recipient', '=', recipient)
    .execute();
}
