import { type Client, createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { changesHeader } from '#shared/changes.ts';
import { PortalUnreachable, readProblem } from './problem.ts';
import { type Changed, type ContractSections, rememberReads } from './reads.ts';
import { withSession } from './sign-in-again.ts';

/** The idempotency key makes a repeated mutation execute once: the same button press sends the same key. */
type ClientContext = {
  idempotencyKey?: string;
  /** A background request: shows no sign-in dialog, and may outlive the page. */
  isQuiet?: boolean;
  /** Receives what a command changed. */
  onChanged?: (changed: Changed) => void;
};

function linkOf(contract: AnyContractRouter) {
  return new OpenAPILink<ClientContext>(contract, {
    url: () => new URL('/api', window.location.origin).href,
    headers: ({ context }) => ({
      ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
      // Nobody is active: the request must not keep an idle session alive.
      ...(isActive() ? {} : { 'x-asked-by': 'page' }),
    }),
    interceptors: [
      // Signing out with an ended session needs no sign-in.
      ({ next, path, signal, context }) =>
        context.isQuiet || path.at(-1) === 'signOut'
          ? next()
          : withSession(() => next(), { signal, isAsked: Boolean(context.idempotencyKey) }),
    ],
    fetch: async (request, init, { context }) => {
      const response = await fetchJson(request, context.isQuiet ? { ...init, keepalive: true } : init);
      const changes = response.headers.get(changesHeader);
      if (changes) context.onChanged?.(changes === '*' ? 'everything' : new Set(changes.split(',')));
      if (response.ok) return response;
      // A body that is not JSON comes from a proxy: only the status is known.
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
 * A client of these operations, and their `api.<feature>.<operation>.queryOptions(…)` and `.mutationOptions(…)` for
 * TanStack Query. Clients share one cache: keys begin with the operation's path in the contract.
 */
export function createPortalClient<Operations extends ContractSections>(contract: Operations) {
  rememberReads(contract);
  const client = createORPCClient(linkOf(contract)) as PortalClient<
    ContractRouterClient<Operations, ClientContext>
  >;
  return { client, api: createTanstackQueryUtils(client) };
}

/** A response of the portal, not of a proxy before it. */
async function fetchJson(request: Request, init: RequestInit): Promise<Response> {
  // Also for an empty body: the server refuses mutations without this type, because a foreign page can send those.
  if (request.method !== 'GET') request.headers.set('content-type', 'application/json');
  const response = await fetchOrUnreachable(request, { ...init, credentials: 'same-origin' });
  const mediaType = response.headers.get('content-type') ?? '';
  // A proxy responds with HTML when the portal behind it is down.
  if (response.status >= 502 && response.status <= 504 && !/^application\/(problem\+)?json/.test(mediaType)) {
    throw new PortalUnreachable();
  }
  return response;
}

/** `fetch` with one error for every kind of broken connection; an abort stays an abort. */
export async function fetchOrUnreachable(request: Request | string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(request, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new PortalUnreachable(error);
  }
}

/** Requests later than this after the last user input count as automatic: refetches, polling, reconnects. */
const activeMilliseconds = 60_000;

let activeAt = Date.now();

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
  window.addEventListener(name, recordActivity, { capture: true, passive: true });
}

function recordActivity(): void {
  activeAt = Date.now();
}

/** Whether there was user input on this page recently; opening it counts. */
function isActive(): boolean {
  return Date.now() - activeAt < activeMilliseconds;
}
