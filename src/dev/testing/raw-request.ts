import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

type RawRequest = {
  method: string;
  /** Sent as it stands; `fetch` would tidy it up. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  agent?: Agent;
};

export type RawResponse = {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  code?: string;
};

/** A request whose address, method and headers reach the server exactly as they are written here. */
export async function sendRawRequest(
  url: string,
  { method, path, headers, body, agent }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  // Without a length Node would send the body of a DELETE as if it were the next request.
  const length =
    body === undefined || headers?.['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = request({
    hostname,
    port,
    method,
    path,
    headers: { ...headers, ...length },
    agent,
    signal: AbortSignal.timeout(20_000),
  });
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
