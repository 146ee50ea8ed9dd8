import { type Client, createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { changesHeader } from '#shared/changes.ts';
import { PortalUnreachable, readProblem } from './problem.ts';
import { type Changed, type ContractSections, rememberReads } from './reads.ts';
import { withSession } from './sign-in-again.ts';

/** A key makes a repeated mutation do its work once: the same press of a button carries the same key. */
type ClientContext = {
  idempotencyKey?: string;
  /** The page asks by itself: nobody is asked to sign in for it, and it may outlive the page. */
  isQuiet?: boolean;
  /** Learns what a command changed. */
  onChanged?: (changed: Changed) => void;
};

function linkOf(contract: AnyContractRouter) {
  return new OpenAPILink<ClientContext>(contract, {
    url: () => new URL('/api', window.location.origin).href,
    headers: ({ context }) => ({
      ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
      // Nobody is there: the request must not keep an idle session alive.
      ...(isAttended() ? {} : { 'x-asked-by': 'page' }),
    }),
    interceptors: [
      // To sign out when the session is over already needs no session.
      ({ next, path, signal, context }) =>
        context.isQuiet || path.at(-1) === 'signOut' ? next() : withSession(() => next(), signal),
    ],
    fetch: async (request, init, { context }) => {
      const response = await fetchJson(request, context.isQuiet ? { ...init, keepalive: true } : init);
      const changes = response.headers.get(changesHeader);
      if (changes) context.onChanged?.(changes === '*' ? 'everything' : new Set(changes.split(',')));
      if (response.ok) return response;
      // A body that is no JSON is not ours, as that of a proxy: the status alone says what happened.
      throw await readProblem(await response.json().catch(() => null), response.status);
    },
  });
}

/**
 * The contract's operations as functions. Each throws an `ORPCError` with a code of shared/errors.ts, or
 * `PortalUnreachable`; which codes an operation has is data of its declaration and not part of its type.
 */
type PortalClient<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends Client<
    infer Context,
    infer Input,
    infer Output,
    infer _
  >
    ? Client<Context, Input, Output, Error>
    : PortalClient<Operations[Name]>;
};

/**
 * A client of these operations, and `api.<feature>.<operation>.queryOptions(…)` and `.mutationOptions(…)` of them for
 * TanStack Query. Clients share one cache: a key is the operation's place in the contract.
 */
export function createPortalClient<Operations extends ContractSections>(contract: Operations) {
  rememberReads(contract);
  const client = createORPCClient(linkOf(contract)) as PortalClient<
    ContractRouterClient<Operations, ClientContext>
  >;
  return { client, api: createTanstackQueryUtils(client) };
}

/** An answer of the portal, not of a proxy that stands before it. */
async function fetchJson(request: Request, init: RequestInit): Promise<Response> {
  // An empty body has a type too: the server refuses mutations without one, because a foreign page can send those.
  if (request.method !== 'GET') request.headers.set('content-type', 'application/json');
  const response = await fetchOrUnreachable(request, { ...init, credentials: 'same-origin' });
  const mediaType = response.headers.get('content-type') ?? '';
  // A proxy in between answers in HTML when the portal behind it is down.
  if (response.status >= 502 && response.status <= 504 && !/^application\/(problem\+)?json/.test(mediaType)) {
    throw new PortalUnreachable();
  }
  return response;
}

/** `fetch`, with one clear error for every kind of broken connection; an abort stays an abort. */
export async function fetchOrUnreachable(request: Request | string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(request, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new PortalUnreachable(error);
  }
}

/** What a page asks for longer after the last touch is its own doing: refetches, polling, a stream that comes back. */
const attendedMilliseconds = 60_000;

let touchedAt = Date.now();

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
  window.addEventListener(name, noteTouch, { capture: true, passive: true });
}

function noteTouch(): void {
  touchedAt = Date.now();
}

/** Whether somebody did something on this page just now; opening it is the first such thing. */
function isAttended(): boolean {
  return Date.now() - touchedAt < attendedMilliseconds;
}
