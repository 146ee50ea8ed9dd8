import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStore } from '#platform/server/settings.ts';

/** What an object store answers, as far as our driver asks; faults are injected. A real gateway is asked by system-tests/object-store.test.ts. */
export type StubStore = {
  settings: ObjectStore;
  objects: Map<string, Buffer>;
  /** Answers every request with this status instead. */
  refuse(status: number | null): void;
  /** Keeps so many bytes of what comes, and says nothing of it. */
  cut(bytes: number | null): void;
  close(): Promise<void>;
};

export async function startStubStore(): Promise<StubStore> {
  const objects = new Map<string, Buffer>();
  let status: number | null = null;
  let kept: number | null = null;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://stub');
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '');
    const body = await bodyOf(request);
    if (status !== null) return response.writeHead(status).end();
    if (request.method === 'PUT' && !request.headers['content-length']) return response.writeHead(411).end();
    if (request.method === 'PUT') objects.set(key, body.subarray(0, kept ?? body.length));
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method === 'PUT' || request.method === 'DELETE' || (request.method === 'HEAD' && !key))
      return response.writeHead(200).end();
    if (!key) return response.writeHead(200, { 'content-type': 'application/xml' }).end(listOf(objects));
    const object = objects.get(key);
    if (!object) return response.writeHead(404).end();
    const headers = { 'content-length': object.length, 'last-modified': new Date().toUTCString() };
    return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'bucket',
      accessKey: 'access',
      secretKey: 'secret',
    },
    objects,
    refuse: (with_) => {
      status = with_;
    },
    cut: (bytes) => {
      kept = bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function listOf(objects: Map<string, Buffer>): string {
  const contents = [...objects].map(
    ([key, { length }]) =>
      `<Contents><Key>${key}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
