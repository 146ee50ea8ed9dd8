import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Announcement } from '#server/command.ts';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from './guard.ts';

const heartbeatMilliseconds = 20_000;
const reconnectMilliseconds = 1_000;

type Sessions = {
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<RequestContext>;
  /** Whether the session of an earlier request still holds. */
  isSignedIn(context: RequestContext): Promise<boolean>;
  /** Whether an event of this name may have ended somebody's. */
  mayEndSessions(event: string): boolean;
};

/**
 * `GET /api/changes`: server-sent events `changed`, each with `Changes` of one committed transaction, such as
 * `{"by":"0190…","events":{"applications.received":1,"demand_drafts.received":2}}`. Whoever sees one college hears of
 * its records only; a screen asks again, within the scope of its person, for what it shows. With its session a stream
 * ends too, and says `signed_out` before, so that the page notices at once; it also ends when something may have been
 * missed, so that a reader who comes back knows to catch up.
 */
export function registerChangeStream(app: FastifyInstance, services: Services, sessions: Sessions): void {
  const readers = new Map<FastifyReply, RequestContext>();
  const tell = ({ collegeId, changes }: Announcement) => {
    for (const [reply, context] of readers) {
      const { scope } = actorOf(context);
      const hears = scope.collegeId === null || scope.collegeId === collegeId;
      if (hears) reply.raw.write(`event: changed\ndata: ${JSON.stringify(changes)}\n\n`);
    }
  };
  const end = (reply: FastifyReply) => {
    readers.delete(reply);
    reply.raw.end();
  };
  const endAll = () => {
    for (const reply of readers.keys()) end(reply);
  };
  const endIfSignedOut = async (reply: FastifyReply, context: RequestContext) => {
    try {
      if (await sessions.isSignedIn(context)) return;
      reply.raw.write('event: signed_out\ndata:\n\n');
      end(reply);
    } catch (error) {
      services.log.warn({ err: error }, 'cannot look whether the session of a change stream still holds');
    }
  };
  const endSignedOut = () => {
    for (const [reply, context] of readers) void endIfSignedOut(reply, context);
  };
  const listener = listenForChanges(services, {
    onAnnouncement: (announcement) => {
      tell(announcement);
      if (Object.keys(announcement.changes.events).some(sessions.mayEndSessions)) endSignedOut();
    },
    onGap: endAll,
  });
  const heartbeat = setInterval(() => {
    for (const reply of readers.keys()) reply.raw.write(': still here\n\n');
    endSignedOut();
  }, heartbeatMilliseconds);
  heartbeat.unref();

  app.get('/api/changes', async (request, reply) => {
    const context = await sessions.contextOf(request, reply);
    guard(context, 'signed_in');
    reply.hijack();
    // Gone while the session was looked up: its close has been told already.
    if (reply.raw.destroyed) return;
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 2000\n\n');
    readers.set(reply, context);
    reply.raw.on('close', () => readers.delete(reply));
  });

  app.addHook('onReady', listener.start);
  app.addHook('preClose', async () => endAll());
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    await listener.stop();
  });
}

/**
 * One connection that listens for all readers of this process, and comes back when the database does. `onGap` is
 * told then, because what was notified in between is lost.
 */
function listenForChanges(
  services: Services,
  { onAnnouncement, onGap }: { onAnnouncement: (announcement: Announcement) => void; onGap: () => void },
) {
  let isStopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const isReturn = client !== null;
    const attempt = new pg.Client({
      connectionString: services.databaseUrl,
      application_name: 'dikshant-changes',
    });
    client = attempt;
    attempt.on('error', () => {});
    attempt.on('end', reconnect);
    attempt.on('notification', ({ payload }) => payload && onAnnouncement(JSON.parse(payload)));
    try {
      await attempt.connect();
      await attempt.query('listen changes');
      if (isReturn) onGap();
    } catch (error) {
      services.log.warn({ err: error }, 'cannot listen for changes');
      await attempt.end().catch(() => {});
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
      await client?.end().catch(() => {});
    },
  };
}
