import { connect } from 'node:net';

const chunk = Buffer.alloc(64 * 1024, '[');
const chunked = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
const gigabyte = 1024 ** 3;
/** Who was not cut off by then is counted as cut off by nobody. */
const patienceMs = 300_000;

type Sending = { path: string; type: string; cookie?: string; isChunked: boolean };

/**
 * Sends a body of a gigabyte, whatever the server says meanwhile, until it cuts the connection. Answers the status that it
 * gave, 0 for none, and the bytes that it took.
 */
export function sendForever(
  port: number,
  { path, type, cookie, isChunked }: Sending,
): Promise<{ status: number; sentBytes: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let sentBytes = 0;
    let status = 0;
    const piece = isChunked ? chunked : chunk;
    const more = () => {
      while (socket.writable && sentBytes < gigabyte) {
        sentBytes += chunk.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.setTimeout(patienceMs, () => reject(new Error(`${path}: not cut off.`)));
    socket.on('drain', more);
    socket.on('data', (data) => {
      status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 0);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      socket.setTimeout(0);
      resolve({ status, sentBytes });
    });
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        `content-type: ${type}`,
        ...(cookie ? [`cookie: ${cookie}`] : []),
        isChunked ? 'transfer-encoding: chunked' : `content-length: ${gigabyte}`,
        '\r\n',
      ].join('\r\n'),
      more,
    );
  });
}
