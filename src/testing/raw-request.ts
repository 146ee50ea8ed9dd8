import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

type RawRequest = {
  method: string;
  /** Sent as it stands; `fetch` would tidy it up. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

type RawAnswer = { status: number; headers: IncomingMessage['headers']; text: string; code?: string };

/** A request whose address, method and headers reach the server exactly as they are written here. */
export async function askExactly(
  url: string,
  { method, path, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, method, path, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const content = await text(response);
  const isJson = /json/.test(response.headers['content-type'] ?? '');
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: content,
    ...(isJson && content && { code: (JSON.parse(content) as { code?: string }).code }),
  };
}
