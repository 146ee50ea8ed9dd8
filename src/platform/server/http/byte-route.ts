import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { ErrorCode, ErrorData } from '#shared/errors.ts';
import { type Access, mayUse, type Permission } from '#shared/permissions.ts';
import { guard } from './guard.ts';
import { readBody } from './read-body.ts';
import { refuseUnprintable, refuseUnstorable } from './refuse-characters.ts';

/** A code that carries nothing but itself. */
type PlainErrorCode = {
  [Code in ErrorCode]: ErrorData<Code> extends undefined ? Code : never;
}[ErrorCode];

/** The bytes that a route takes as its body. */
type AcceptedBody = {
  types: readonly string[];
  maximumBytes: number;
  tooLarge: PlainErrorCode;
  /** What a sender on a slow line may take. */
  seconds: number;
};

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

/**
 * A plain route that carries bytes, which oRPC does not. As with an operation, everything derives from the declaration:
 * the route, its permission, accepted types and body limit, the OpenAPI document and docs/permissions.md.
 */
export type ByteRoute<Query = unknown> = {
  method: 'GET' | 'POST';
  /** Below `/api`, with `{id}` for parameters. */
  path: `/${string}`;
  summary: string;
  /** With several, the handler asks for the one that fits; whoever has none of them is refused before. */
  access: Access | Readonly<Record<string, Permission>>;
  query?: z.ZodObject;
  body?: AcceptedBody;
  answers: { description: string; types: readonly string[] };
  /** Answered where `{id}` is no UUID. */
  notFound?: PlainErrorCode;
  /** The errors of its own; those that any request can meet are not repeated. */
  errors?: readonly ErrorCode[];
  /** A page asks for it by itself: nobody may be sitting there. */
  isAskedByPage?: true;
  /** Through a compressor a reader who leaves is noticed late. */
  isUncompressed?: true;
  handle(call: ByteCall<Query>): Promise<unknown>;
};

/** Declares a byte route, with its query typed by its schema. */
export function byteRoute<Query extends z.ZodObject>(
  declaration: Omit<ByteRoute, 'handle' | 'query'> & {
    query?: Query;
    handle(call: ByteCall<z.output<Query>>): Promise<unknown>;
  },
): ByteRoute {
  // Its handler is called with what its own schema made of the query.
  return declaration as unknown as ByteRoute;
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
export function errorsOf({ errors = [], notFound, body }: ByteRoute): ErrorCode[] {
  return [...errors, ...(notFound ? [notFound] : []), ...(body ? [body.tooLarge] : [])];
}
