import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Accept backlog. The system drops connections beyond it; clients retry after one second, then two, then four. Linux
 * caps this at net.core.somaxconn.
 */
const backlog = 4_096;

/**
 * libuv accepts one connection per listening socket and event loop turn (libuv 1.45, #3696). When turns take tens of
 * milliseconds, a burst is accepted more slowly than it could be answered or refused, and /healthz waits in the same
 * queue. So many sockets listen on the port, and Linux distributes connections among them.
 */
const listeners = process.platform === 'linux' ? 128 : 1;

/** Starts listening; closing the app stops it. */
export async function listen(app: FastifyInstance, address: { host: string; port: number }): Promise<void> {
  // With a shared port, a second portal would silently share it too.
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
    // Same options as the sockets of Node's HTTP server.
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
