import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationMeta } from '#platform/contract/operation.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Id } from '#shared/fields.ts';
import { assertStorable } from './assert-characters.ts';
import { type ByteRoute, callByteRoute } from './byte-route.ts';
import { compressed } from './compressed-response.ts';
import { describeApi } from './describe-api.ts';
import { guardOperation } from './guard.ts';
import { problemHeaders, problemOf, toDomainError } from './problem.ts';
import { readBody } from './read-body.ts';

/** Limits of an operation's JSON. The largest, the outcomes of a thousand sheets, has five thousand values. */
const jsonLimits = {
  maximumBytes: 256 * 1024,
  seconds: 30,
  tooLarge: () => domainError('request.too_large'),
};
const maximumJsonParts = 10_000;

export type ContextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  requestedBy?: 'person' | 'page',
) => Promise<RequestContext>;

type Api = {
  router: AnyRouter;
  byteRoutes: readonly ByteRoute[];
  movedPaths: readonly (readonly [from: string, to: string])[];
  services: Services;
  contextOf: ContextOf;
};

/** Serves all operations and byte routes under `/api`, and their OpenAPI 3.1 document at `/api/openapi.json`. */
export async function registerApi(app: FastifyInstance, api: Api): Promise<void> {
  acceptJson(app);
  registerDescription(app, api);
  registerOperations(app, api);
  await app.register(async (ofBytes) => {
    skipBodyParsing(ofBytes);
    for (const route of api.byteRoutes) registerByteRoute(ofBytes, route, api);
    registerMovedPaths(ofBytes, api);
  });
}

/** Generating the description is slow, so it happens at the first request. */
function registerDescription(app: FastifyInstance, { router, byteRoutes }: Api): void {
  let description: ReturnType<typeof describeApi> | undefined;
  app.get('/api/openapi.json', { config: { isApi: true } }, () => {
    description ??= describeApi(router, byteRoutes);
    return description;
  });
}

/** Bodies are left to the routes, which read them themselves. */
function skipBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Parses JSON bodies within the limits. */
function acceptJson(app: FastifyInstance): void {
  skipBodyParsing(app);
  app.addContentTypeParser(
    'application/json',
    async (_request: FastifyRequest, raw: FastifyRequest['raw']) => {
      const body = await readBody(raw, jsonLimits);
      if (body.length === 0) return {};
      if (partsOf(body) > maximumJsonParts) throw domainError('request.unreadable');
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
      } catch {
        throw domainError('request.unreadable');
      }
    },
  );
}

const [comma, bracket, brace] = Buffer.from(',[{');

/** An upper bound for the number of JSON values: counting takes a fraction of the time of parsing. */
function partsOf(body: Buffer): number {
  let parts = 0;
  // By index, because an iterator takes ten times as long.
  for (let place = 0; place < body.length; place += 1) {
    const byte = body[place];
    if (byte === comma || byte === bracket || byte === brace) parts += 1;
  }
  return parts;
}

/** 308 makes the client repeat its method and body at the new path, which checks them. */
function registerMovedPaths(app: FastifyInstance, { movedPaths, byteRoutes }: Api): void {
  const accepts = ['application/json', ...byteRoutes.flatMap(({ body }) => body?.types ?? [])];
  for (const [from, to] of movedPaths) {
    app.all(urlOf(from), { config: { isApi: true, accepts } }, (request, reply) => {
      const params = request.params as Record<string, string>;
      const path = to.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
      const query = /\?.*$/.exec(request.url)?.[0] ?? '';
      return reply.redirect(path + query, 308);
    });
  }
}

/** Fastify's notation of an OpenAPI path. */
function urlOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function registerByteRoute(app: FastifyInstance, route: ByteRoute, { contextOf }: Api): void {
  app.route({
    method: route.method,
    url: urlOf(`/api${route.path}`),
    config: { isApi: true, ...(route.body && { accepts: route.body.types }) },
    exposeHeadRoute: false,
    ...(route.isUncompressed && { compress: false }),
    handler: async (request, reply) => {
      const context = await contextOf(request, reply, route.isAskedByPage ? 'page' : undefined);
      return callByteRoute(route, context, request, reply);
    },
  });
}

/**
 * A response validated by its schema and therefore already JSON: oRPC would copy a plain object value by value to look
 * for non-JSON types.
 */
class Json {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  toJSON(): unknown {
    return this.#value;
  }
}

function registerOperations(app: FastifyInstance, { router, services, contextOf }: Api): void {
  const handler = new OpenAPIHandler<RequestContext>(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const { requestId } = context;
          const problem = toDomainError(error, services.log.child({ requestId }));
          const { status } = problem;
          return {
            matched: true,
            response: { status, headers: problemHeaders(problem), body: problemOf(problem, requestId) },
          };
        }
      },
    ],
    clientInterceptors: [
      async ({ next, context, procedure, input }) => {
        const meta = procedure['~orpc'].meta as OperationMeta;
        context.reportOperation?.(procedure['~orpc'].route.path ?? '');
        guardOperation(context, meta);
        assertStorable(input);
        if (meta.notFound && !Id.safeParse((input as { id: unknown }).id).success)
          throw domainError(meta.notFound);
        return new Json(await next());
      },
    ],
  });
  app.all('/api/*', { config: { isApi: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: await contextOf(request, reply),
    });
    // The answer may be a page, which takes a moment to write.
    return matched ? undefined : reply.callNotFound();
  });
  // oRPC labels every body that it writes as JSON.
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
    if (reply.statusCode >= 400 && isJson) reply.header('content-type', 'application/problem+json');
    return isJson && typeof payload === 'string' ? compressed(request, reply, payload) : payload;
  });
}
