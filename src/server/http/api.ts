import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext, Services } from '#server/context.ts';
import type { OperationMeta } from '#shared/operation.ts';
import { describeApi } from './describe-api.ts';
import { guard } from './guard.ts';
import { problemOf, toRefusal } from './problem.ts';

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** Serves every operation of the router under `/api`, and their OpenAPI 3.1 document at `/api/openapi.json`. */
export async function registerApi(
  app: FastifyInstance,
  options: { router: AnyRouter; services: Services; contextOf: ContextOf },
): Promise<void> {
  const { router, services, contextOf } = options;
  const handler = new OpenAPIHandler<RequestContext>(router, {
    clientInterceptors: [
      async ({ next, context, procedure }) => {
        try {
          guard(context, (procedure['~orpc'].meta as OperationMeta).access);
          return await next();
        } catch (error) {
          throw Object.assign(toRefusal(error, services.log.child({ requestId: context.requestId })), {
            requestId: context.requestId,
          });
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) =>
      problemOf(error, (error as { requestId?: string }).requestId ?? 'unknown'),
  });
  const document = await describeApi(router);
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
  app.all('/api/*', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: await contextOf(request, reply),
    });
    if (!matched) reply.callNotFound();
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
    if (reply.statusCode >= 400 && isJson) reply.header('content-type', 'application/problem+json');
    return payload;
  });
}
