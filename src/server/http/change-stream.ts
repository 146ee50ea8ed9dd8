import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { RequestContext, Services } from '#server/context.ts';
import { guard } from './guard.ts';

const heartbeatMilliseconds = 20_000;
const reconnectMilliseconds = 1_000;

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/**
 * `GET /api/changes`: server-sent events that say which kinds of record changed, as a JSON array such as
 * `["application"]`. They carry no records, so they need no scope; a screen asks again for what it shows.
 */
export function registerChangeStream(app: FastifyInstance, services: Services, contextOf: ContextOf): void {
  const readers = new Set<FastifyReply>();
  const send = (text: string) => {
    for (const reply of readers) reply.raw.write(text);
  };
  const listener = listenForChanges(services, (changed) => send(`event: changed\ndata: ${changed}\n\n`));
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMilliseconds);
  heartbeat.unref();

  app.get('/api/changes', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'signed_in');
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 2000\n\n');
    readers.add(reply);
    request.raw.on('close', () => readers.delete(reply));
  });

  app.addHook('preClose', () => {
    for (const reply of readers) reply.raw.end();
    readers.clear();
  });
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    await listener.stop();
  });
}

/** One connection that listens for all readers of this process, and comes back when the database does. */
function listenForChanges(services: Services, onChange: (changed: string) => void) {
  let isStopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const attempt = new pg.Client({
      connectionString: services.databaseUrl,
      application_name: 'dikshant-changes',
    });
    client = attempt;
    attempt.on('error', () => {});
    attempt.on('end', reconnect);
    attempt.on('notification', (message) => onChange(message.payload ?? '[]'));
    try {
      await attempt.connect();
      await attempt.query('listen changes');
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
  void connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
