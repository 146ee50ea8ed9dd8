import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

const host = '127.0.0.1';

async function listening(app: FastifyInstance): Promise<number> {
  await listen(app, { host, port: 0 });
  return (app.server.address() as AddressInfo).port;
}

test('closing answers what is under way on every socket, and takes no more', async () => {
  const app = Fastify();
  const arrived: string[] = [];
  const go = Promise.withResolvers<void>();
  app.get('/', async (request) => {
    arrived.push(request.id);
    await go.promise;
    return 'done';
  });
  const port = await listening(app);
  const requests = Array.from({ length: 60 }, () => fetch(`http://${host}:${port}/`));
  await expect.poll(() => arrived.length).toBe(60);
  const closed = app.close();
  go.resolve();
  for (const response of await Promise.all(requests)) expect(await response.text()).toBe('done');
  await closed;
  const [error] = (await once(connect(port, host), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('a port that is taken is refused, although its own sockets share one', async () => {
  const first = Fastify();
  const port = await listening(first);
  const second = Fastify();
  await expect(listen(second, { host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
  await listen(second, { host, port });
  await second.close();
});
