import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import type { Announcement } from '#platform/server/command.ts';
import { actorOf, type Cookies, type Services } from '#platform/server/context.ts';
import { endConnection, openClient } from '#platform/server/db/connections.ts';
import type { Scope } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, serveBytes } from './byte-route.ts';

const heartbeatMilliseconds = 20_000;
const reconnectMilliseconds = 1_000;
/** Only visible pages listen: nobody looks at more windows at once. */
const maximumPerSession = 6;
const maximumPerProcess = 1_000;
/** Limit of unread data for a slow reader; about a thousand messages. */
const maximumUnreadBytes = 256 * 1024;

type Sessions = {
  /** The scopes of the sessions that are still valid, by token hash. */
  findSessions(services: Services, tokenHashes: string[]): Promise<Map<string, Scope>>;
  /** Whether an event of this name may have ended a session or changed its scope. */
  mayEndSessions(event: string): boolean;
  tokenHashOf(cookies: Cookies): string | null;
};

type Reader = { reply: FastifyReply; scope: Scope; tokenHash: string };

export const changesOperation = documentOperation('/changes', {
  summary: 'Server-sent events: who did what, how often; no records.',
  access: 'signed_in',
  answers: {
    description: 'A stream of `changed` events, and one `signed_out` when the session ends.',
    types: ['text/event-stream'],
  },
  errors: ['changes.too_many'],
  // An open page alone must not keep an idle session alive, neither by opening the stream nor by reading on.
  isAskedByPage: true,
});

/**
 * `GET /api/changes`: server-sent events `changed`, each with `Changes` of one committed transaction, such as
 * `{"by":"0190…","events":{"applications.received":1,"demand_drafts.received":2}}`. People with one college get events
 * of its records only; screens then refetch within their scope. When the session ends, the stream sends `signed_out`
 * and ends, so that the page notices at once. It also ends when events may have been missed or the person moved to
 * another college, so that the client refetches after reconnecting.
 */
export function changeStream(app: FastifyInstance, services: Services, sessions: Sessions): ByteRoute {
  const readers = new Set<Reader>();
  const write = (reader: Reader, text: string) => {
    reader.reply.raw.write(text);
    // destroy() instead of end(), which would keep the unread data until the reader takes it.
    if (reader.reply.raw.writableLength > maximumUnreadBytes) {
      readers.delete(reader);
      reader.reply.raw.destroy();
    }
  };
  const end = (reader: Reader) => {
    readers.delete(reader);
    reader.reply.raw.end();
  };
  const endAll = () => {
    for (const reader of readers) end(reader);
  };
  const forward = ({ collegeId, changes }: Announcement) => {
    for (const reader of readers) {
      const hears = reader.scope.collegeId === null || reader.scope.collegeId === collegeId;
      if (hears) write(reader, `event: changed\ndata: ${JSON.stringify(changes)}\n\n`);
    }
  };
  /** One query for all readers of this process. */
  const check = async () => {
    const asked = [...readers];
    if (asked.length === 0) return;
    try {
      const found = await sessions.findSessions(services, [...new Set(asked.map((one) => one.tokenHash))]);
      for (const reader of asked) {
        const scope = found.get(reader.tokenHash);
        if (scope?.collegeId === reader.scope.collegeId) continue;
        if (!scope) write(reader, 'event: signed_out\ndata:\n\n');
        end(reader);
      }
    } catch (error) {
      services.log.warn({ err: error }, 'cannot look whether the sessions of change streams still hold');
    }
  };
  // In order: nobody gets events of a college between leaving it and the check that notices.
  let last = Promise.resolve();
  const next = (step: () => Promise<void>) => {
    last = last
      .then(step)
      .catch((error) => services.log.error({ err: error }, 'a notice of changes was lost'));
  };
  const listener = listenForChanges(services, {
    onNotice: (payload) =>
      next(async () => {
        const announcement = JSON.parse(payload) as Announcement;
        const mayEndSessions = Object.keys(announcement.changes.events).some(sessions.mayEndSessions);
        forward(announcement);
        if (mayEndSessions) await check();
      }),
    onGap: endAll,
  });
  const heartbeat = setInterval(() => {
    for (const reader of readers) write(reader, ': still here\n\n');
    next(check);
  }, heartbeatMilliseconds);
  heartbeat.unref();

  app.addHook('onReady', listener.start);
  app.addHook('preClose', async () => endAll());
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    await listener.stop();
  });

  return serveBytes(changesOperation, async ({ context, reply }) => {
    const tokenHash = sessions.tokenHashOf(context.cookies)!;
    const ofSession = [...readers].filter((reader) => reader.tokenHash === tokenHash).length;
    if (ofSession >= maximumPerSession || readers.size >= maximumPerProcess)
      throw domainError('changes.too_many', { retryAfterSeconds: heartbeatMilliseconds / 1_000 });
    const reader = { reply, scope: actorOf(context).scope, tokenHash };
    reply.hijack();
    // Disconnected during the session lookup: its close event is already over.
    if (reply.raw.destroyed) return;
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': context.requestId,
    });
    reply.raw.write('retry: 2000\n\n');
    readers.add(reader);
    reply.raw.on('close', () => readers.delete(reader));
  });
}

/**
 * One connection that listens for all readers of this process and reconnects when it is lost. `onGap` is called after a
 * reconnect, because notifications in between are lost.
 */
function listenForChanges(
  services: Services,
  { onNotice, onGap }: { onNotice: (payload: string) => void; onGap: () => void },
) {
  let isStopped = false;
  let isReturn = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    try {
      client = await openClient(services.databaseUrl, 'query', {
        name: 'changes',
        onLost: (error) =>
          services.log.warn({ err: error }, 'the connection that listens for changes was lost'),
      });
      if (isStopped) return void (await client.end());
      client.on('end', reconnect);
      client.on('notification', ({ payload }) => payload && onNotice(payload));
      await client.query('listen changes');
      if (isReturn) onGap();
    } catch (error) {
      services.log.warn({ err: error }, 'cannot listen for changes');
      // A client that never connected emits no `end`, so reconnect here.
      await endConnection(client);
      reconnect();
    } finally {
      isReturn = true;
    }
  };
  const reconnect = () => {
    if (isStopped) return;
    clearTimeout(retry);
    retry = setTimeout(connect, reconnectMilliseconds).unref();
  };
  return {
    start: connect,
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await endConnection(client);
    },
  };
}
