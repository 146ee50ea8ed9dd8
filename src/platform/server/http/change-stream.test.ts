import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import type { Changes } from '#shared/changes.ts';

type Stream = {
  /** Reads up to the first message that is awaited, past those of uploads and of signing in. */
  next(isAwaited: (changes: Changes) => boolean): Promise<Changes>;
  /** Reads up to the end, and says which events there were on the whole way. */
  end(): Promise<string[]>;
};

// The heartbeat alone runs on a clock of ours.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const portal = await startPortal();
const office = await createOffice(portal);
const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');

afterAll(async () => {
  await portal.close();
  vi.useRealTimers();
});

test('nobody listens who is not signed in', async () => {
  const response = await portal.anonymous.fetch('/api/changes');
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'auth.signed_out' });
});

describe('an open stream', () => {
  let listener: StaffCaller;
  let stream: Stream;
  let leave: AbortController;

  beforeEach(async () => {
    listener = await portal.as('auditor');
    leave = new AbortController();
    stream = await openStream(listener, leave.signal);
  });
  afterEach(() => leave.abort());

  test('tells within a second who did what, and how often', async () => {
    const entry = await applicationEntry(receiver, office);
    const { id } = await receiver.api.applications.receiveApplication(entry);
    const receivedAt = performance.now();
    const changes = await stream.next(has('applications.received'));
    expect(performance.now() - receivedAt).toBeLessThan(1_000);
    expect(changes).toEqual({
      by: receiver.actor.id,
      events: { 'demand_drafts.received': 1, 'demand_drafts.allocated': 1, 'applications.received': 1 },
    });
    for (const secret of [id, entry.registrationNumber, entry.candidateName])
      expect(JSON.stringify(changes)).not.toContain(secret);
  });

  test('tells a person of one college of that college only', async () => {
    const { otherCollegeId: collegeId } = office;
    const colleague = await portal.as('receiver', { collegeId });
    const ofCollege = await openStream(await portal.as('case_worker', { collegeId }), leave.signal);
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    await receiveApplication(colleague, office, { collegeId });
    const isReceipt = has('applications.received');
    expect((await stream.next(isReceipt)).by).toBe(receiver.actor.id);
    expect((await stream.next(isReceipt)).by).toBe(colleague.actor.id);
    expect((await ofCollege.next(() => true)).by).toBe(colleague.actor.id);
  });

  test('tells nothing of a command that was refused', async () => {
    const entry = await applicationEntry(receiver, office);
    const { id } = await receiver.api.applications.receiveApplication(entry);
    await expectDomainError(
      caseWorker.api.applications.verifyApplication({ id, version: 7 }),
      'records.stale',
    );
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    expect(await stream.next(({ by }) => by === caseWorker.actor.id)).toEqual({
      by: caseWorker.actor.id,
      events: { 'applications.verified': 1, 'certificates.created': 1 },
    });
  });

  test('ends with its session, at once, and not before', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    await stream.next(has('applications.received'));
    await listener.api.auth.signOut();
    await stream.next(has('auth.signed_out'));
    expect(await stream.end()).toContain('signed_out');
  });

  test('of another device goes on', async () => {
    const colleague = await portal.as('auditor');
    await colleague.api.auth.signOut();
    await stream.next(({ by, events }) => by === colleague.actor.id && 'auth.signed_out' in events);
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    await stream.next(has('applications.received'));
  });

  test('ends soon after its time is over', async () => {
    await portal.services.db
      .updateTable('sessions')
      .set({ expires_at: sql`created_at + interval '1 microsecond'` })
      .where('staff_id', '=', listener.actor.id)
      .execute();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await stream.end()).toContain('signed_out');
  });

  test('keeps no idle session alive', async () => {
    const lastSeen = () =>
      portal.services.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('staff_id', '=', listener.actor.id)
        .executeTakeFirstOrThrow();
    await portal.services.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 31 * 60_000) })
      .where('staff_id', '=', listener.actor.id)
      .execute();
    const before = await lastSeen();
    await vi.advanceTimersByTimeAsync(20_000);
    await stream.end();
    expect(await lastSeen()).toEqual(before);
  });

  test('of somebody who is moved to another college ends, and is of the new one when it comes back', async () => {
    const mover = await portal.as('receiver', { collegeId: office.collegeId });
    const before = await openStream(mover, leave.signal);
    await portal.services.db
      .updateTable('staff')
      .set({ college_id: office.otherCollegeId })
      .where('id', '=', mover.actor.id)
      .execute();
    // The command that moves people announces itself; here the heartbeat notices.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await before.end()).not.toContain('signed_out');
    const after = await openStream(mover, leave.signal);
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    const { otherCollegeId: collegeId } = office;
    const colleague = await portal.as('receiver', { collegeId });
    await receiveApplication(colleague, office, { collegeId });
    expect((await after.next(() => true)).by).toBe(colleague.actor.id);
  });

  test('is one of six at most of a session', async () => {
    for (let opened = 1; opened < 6; opened += 1) await openStream(listener, leave.signal);
    const seventh = await listener.fetch('/api/changes', { signal: leave.signal });
    expect(seventh.status).toBe(429);
    expect(seventh.headers.get('retry-after')).toBe('20');
    expect(await seventh.json()).toMatchObject({ code: 'changes.too_many' });
  });

  longTest('of a reader who does not read is dropped, and others go on', async () => {
    const slow = await portal.as('auditor');
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /api/changes HTTP/1.1\r\nhost: x\r\ncookie: ${slow.cookie}\r\n\r\n`);
    await once(socket, 'readable');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const events = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`tests.event_${index}`, index]),
    );
    const announcement = JSON.stringify({ collegeId: null, changes: { by: null, events } });
    const heard = stream.next(has('applications.received'));
    for (let sent = 0; sent < 3_000; sent += 1)
      await sql`select pg_notify('changes', ${announcement})`.execute(portal.services.db);
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    await heard;
    socket.resume();
    await closed;
  });

  test('is checked with all others by one question', async () => {
    for (let opened = 0; opened < 5; opened += 1) await openStream(await portal.as('auditor'), leave.signal);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await vi.advanceTimersByTimeAsync(20_000);
    await vi.waitFor(() => expect(questions(asked)).toBe(1), { timeout: 30_000 });
    await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
    await stream.next(has('applications.received'));
    expect(questions(asked)).toBe(1);
    asked.mockRestore();
  });

  longTest('ends when the database was away, because something may have been missed', async () => {
    const owner = new pg.Client({ connectionString: portal.ownerUrl });
    await owner.connect();
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'dikshant-changes' and datname = current_database()`,
    );
    await owner.end();
    await stream.end();
  });

  test.each(['null', '{}', '{"collegeId":null}', '{"collegeId":null,"changes":{"by":null}}', 'of tomorrow'])(
    'goes on after a notice of another release: %s',
    async (payload) => {
      await sql`select pg_notify('changes', ${payload})`.execute(portal.services.db);
      await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office));
      await within(stream.next(has('applications.received')));
      await listener.api.auth.signOut();
      expect(await within(stream.end())).toContain('signed_out');
    },
  );
});

test('a stream ends when the portal closes', async () => {
  const closing = await startPortal();
  const stream = await openStream(await closing.as('receiver'));
  await closing.close();
  await stream.end();
});

function has(event: string): (changes: Changes) => boolean {
  return ({ events }) => event in events;
}

/** A stream that has stopped for good is silent: its test says so instead of waiting for its own end. */
async function within<Result>(awaited: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The stream sent nothing more.')), 5_000).unref();
  });
  return Promise.race([awaited, late]);
}

async function openStream(caller: StaffCaller, signal?: AbortSignal): Promise<Stream> {
  const response = await caller.fetch('/api/changes', { signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const heard: string[] = [];
  // Piped at once: a body that nobody reads yet is cancelled when its response is garbage-collected.
  const messages = messagesOf(response.body!.pipeThrough(new TextDecoderStream()), heard);
  return {
    next: async (isAwaited) => {
      for (;;) {
        const { value, done } = await messages.next();
        if (done) throw new Error('The stream ended.');
        if (isAwaited(value)) return value;
      }
    },
    end: async () => {
      while (!(await messages.next()).done);
      return heard;
    },
  };
}

async function* messagesOf(texts: ReadableStream<string>, heard: string[]): AsyncGenerator<Changes, void> {
  let pending = '';
  for await (const text of texts) {
    const blocks = (pending + text).split('\n\n');
    pending = blocks.pop()!;
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata:(.*)$/.exec(block) ?? [];
      if (event) heard.push(event);
      if (event === 'changed') yield JSON.parse(data!) as Changes;
    }
  }
}

/** How often sessions were looked up for streams. */
function questions(asked: { mock: { calls: unknown[][] } }): number {
  return asked.mock.calls.filter(([text]) => String(text).includes('"sessions"."token_hash" in (')).length;
}
