import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections that the system keeps until they are accepted. It drops those beyond, and a client's next try is a second
 * later, then two, then four. Linux bounds this by net.core.somaxconn.
 */
const backlog = 4_096;

/**
 * libuv accepts one connection from a listening socket in each turn of the event loop (libuv 1.45, #3696). While turns take
 * tens of milliseconds, a crowd is let in more slowly than it could be answered or refused, and /healthz stands in the
 * same queue. So many sockets listen on the port, and Linux divides the connections between them.
 */
const listeners = process.platform === 'linux' ? 128 : 1;

/** Starts to listen; closing the app ends it. */
export async function listen(app: FastifyInstance, address: { host: string; port: number }): Promise<void> {
  // A shared port would be shared with a second portal as well, and without a word.
  if (listeners > 1) await assertFree(address);
  const others: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => once(other.close(), 'close')));
  });
  app.addHook('onClose', () => closed.then(() => {}));
  await app.listen({ ...address, backlog, reusePort: listeners > 1 } as { port: number });
  const bound = app.server.address() as AddressInfo;
  while (others.length < listeners - 1) {
    // As Node's own HTTP server opens its sockets.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    others.push(other);
    other.listen({ host: bound.address, port: bound.port, backlog, reusePort: true });
    await once(other, 'listening');
  }
}

async function assertFree({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}
