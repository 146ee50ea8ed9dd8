import { type Endpoint, matchEndpoint } from './endpoints.ts';

/** A request that succeeded, taken apart so that it can be changed and sent again. */
export type Sample = {
  endpoint: Endpoint;
  cookie: string;
  params: Record<string, string>;
  /** Of the address of a read, or of the body of an operation. */
  input: Record<string, unknown>;
  bytes: Uint8Array | null;
};

/** Ids that answers named, so that what is made up meets records that there are. */
export type Corpus = { samples: Sample[]; ids: Set<string> };

export const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Carries out `work` and keeps every request to the portal that succeeded, whoever sent it. */
export async function recordCorpus(url: string, work: () => Promise<void>): Promise<Corpus> {
  const corpus: Corpus = { samples: [], ids: new Set() };
  const send = globalThis.fetch;
  globalThis.fetch = async (target, init) => {
    const request = new Request(target, init);
    const body = request.method === 'GET' ? null : new Uint8Array(await request.clone().arrayBuffer());
    const response = await send(request);
    if (request.url.startsWith(`${url}/api/`) && response.ok) {
      keep(corpus, request, body);
      if (response.headers.get('content-type')?.includes('json'))
        for (const [id] of (await response.clone().text()).matchAll(uuid)) corpus.ids.add(id);
    }
    return response;
  };
  try {
    await work();
  } finally {
    globalThis.fetch = send;
  }
  return corpus;
}

function keep(corpus: Corpus, request: Request, body: Uint8Array | null): void {
  const { pathname, searchParams } = new URL(request.url);
  const matched = matchEndpoint(request.method, pathname.slice('/api'.length));
  if (!matched) return;
  const { endpoint, params } = matched;
  const isJson = body !== null && endpoint.bytes === null;
  corpus.samples.push({
    endpoint,
    cookie: request.headers.get('cookie') ?? '',
    params,
    input: isJson ? parsed(body) : Object.fromEntries(searchParams),
    bytes: isJson ? null : body,
  });
}

function parsed(body: Uint8Array): Record<string, unknown> {
  return body.length === 0 ? {} : JSON.parse(new TextDecoder().decode(body));
}
