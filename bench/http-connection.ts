import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A connection to the portal that one client keeps. */
export type HttpConnection = { socket: Socket; send: (request: string) => Promise<number> };

/**
 * A connection that reads no more of an answer than its status and where it ends: a client that does more shares the
 * processors with the portal and is measured with it.
 */
export function openConnection(port: number): HttpConnection {
  const socket = connect(port, 'localhost');
  socket.setNoDelay();
  const send = (request: string) =>
    new Promise<number>((resolve, reject) => {
      let head = '';
      let left = Number.POSITIVE_INFINITY;
      const read = (part: Buffer) => {
        left -= part.length;
        if (left === Number.POSITIVE_INFINITY) {
          head += part.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          const length = /\ncontent-length: (\d+)/i.exec(head);
          if (end >= 0 && !length) reject(new Error(`An answer without its length:\n${head.slice(0, end)}`));
          if (end >= 0) left = end + 4 + Number(length?.[1]) - head.length;
        }
        if (left > 0) return;
        socket.off('data', read).off('error', reject);
        resolve(Number(head.slice(9, 12)));
      };
      socket.on('data', read).once('error', reject);
      socket.write(request);
    });
  return { socket, send };
}

/** The text of a request for JSON. */
export function requestText(path: string, cookie: string, body?: object): string {
  const content = body && JSON.stringify(body);
  return [
    `${content ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${cookie}`,
    'accept-encoding: gzip, deflate',
    ...(content
      ? [
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(content)}`,
          `idempotency-key: ${randomUUID()}`,
        ]
      : []),
    '',
    content ?? '',
  ].join('\r\n');
}
