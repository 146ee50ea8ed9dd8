import type { Sample } from './corpus.ts';
import type { Endpoint } from './endpoints.ts';

/** What is sent; nothing of it is tidied up on the way. */
export type FuzzRequest = {
  endpoint: Endpoint;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

export type FuzzInput = Pick<Sample, 'params' | 'input' | 'bytes'>;

/** An input as the web would send it to this endpoint. */
export function requestOf(
  endpoint: Endpoint,
  { params, input, bytes }: FuzzInput,
  cookie: string,
): FuzzRequest {
  const { method } = endpoint;
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(params[name] ?? input[name] ?? ''),
  );
  const isRead = method === 'GET';
  const inQuery = isRead || endpoint.bytes !== null;
  const query = inQuery ? queryOf(input, params) : '';
  return {
    endpoint,
    method,
    path: `/api${filled}${query && `?${query}`}`,
    headers: {
      ...(cookie && { cookie }),
      ...(!isRead && { 'content-type': endpoint.bytes?.[0] ?? 'application/json' }),
    },
    body: isRead ? undefined : endpoint.bytes ? (bytes ?? undefined) : JSON.stringify(input),
  };
}

function queryOf(input: Record<string, unknown>, params: Record<string, string>): string {
  return Object.entries(input)
    .filter(([name, value]) => value !== undefined && value !== null && !(name in params))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

function encoded(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.toWellFormed());
}
