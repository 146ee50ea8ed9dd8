import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ByteOperation } from '#platform/contract/byte-operation.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { assertNotInRecovery } from '#platform/server/recovery.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { mayUse } from '#shared/permissions.ts';
import { guard } from './guard.ts';
import { readBody } from './read-body.ts';
import { refuseUnprintable, refuseUnstorable } from './refuse-characters.ts';

/** What the handler of a byte route is called with. */
export type ByteCall<Query> = {
  services: Services;
  context: RequestContext;
  /** Of the path; `id` is a UUID. */
  params: Record<string, string>;
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The whole body, at most `maximumBytes` of it. */
  readBytes(): Promise<Buffer>;
};

/** An operation that carries bytes, with what carries it out. */
export type ByteRoute = ByteOperation & { handle(call: ByteCall<unknown>): Promise<unknown> };

/** The code behind such an operation. */
export function serveBytes<Query extends z.ZodObject>(
  operation: ByteOperation<Query>,
  handle: (call: ByteCall<z.output<Query>>) => Promise<unknown>,
): ByteRoute {
  // Its handler is called with what the operation's own schema made of the query.
  return { ...operation, handle } as unknown as ByteRoute;
}

/** A paper that is made when it is asked for: shown by the browser, and kept by nobody on the way. */
export function servePaper<Query extends z.ZodObject>(
  operation: ByteOperation<Query>,
  make: (call: ByteCall<z.output<Query>>) => Promise<{ name: string; pdf: Uint8Array | Readable }>,
): ByteRoute {
  return serveBytes(operation, async (call) => {
    const { name, pdf } = await make(call);
    return call.reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .send(pdf instanceof Uint8Array ? Buffer.from(pdf) : pdf);
  });
}

/** Everything that holds for each byte route; then its own handler. */
export async function callByteRoute(
  route: ByteRoute,
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  guardAny(context, route.access);
  const params = request.params as Record<string, string>;
  refuseUnstorable(params);
  refuseUnprintable(request.query);
  if (route.notFound && !z.uuid().safeParse(params.id).success) throw domainError(route.notFound);
  const query = route.query?.safeParse(request.query);
  if (query && !query.success) throw domainError('request.unreadable');
  const { body } = route;
  // What the portal itself makes to be printed.
  if (route.answers.types.every((type) => type === 'application/pdf'))
    await assertNotInRecovery(context.services.db);
  return route.handle({
    services: context.services,
    context,
    params,
    query: query?.data,
    request,
    reply,
    readBytes: () => {
      if (!body) throw new Error(`${route.path} declares no body`);
      return readBody(request.raw, { ...body, tooLarge: () => domainError(body.tooLarge) });
    },
  });
}

function guardAny(context: RequestContext, access: ByteRoute['access']): void {
  if (typeof access === 'string') {
    guard(context, access);
    return;
  }
  const permissions = Object.values(access);
  const fitting = permissions.find((one) => context.actor && mayUse(context.actor.role, one));
  guard(context, fitting ?? permissions[0]!);
}

/** Every error that a byte route declares, by itself or by what it takes and names. */
export function errorsOf({ errors = [], notFound, body }: ByteOperation): ErrorCode[] {
  return [...errors, ...(notFound ? [notFound] : []), ...(body ? [body.tooLarge] : [])];
}
