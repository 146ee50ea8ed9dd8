import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { findSessions, mayEndSessions, ownTokenHash, resolveActor } from '#features/auth/server/sessions.ts';
import { universityBranding } from '#features/masters/server/university-branding.ts';
import { type RequestContext, type Services, servicesFor } from '#platform/server/context.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import { type ContextOf, registerApi } from '#platform/server/http/api.ts';
import { assertSameOrigin } from '#platform/server/http/assert-same-origin.ts';
import { changeStream } from '#platform/server/http/change-stream.ts';
import { compressionThreshold } from '#platform/server/http/compressed-response.ts';
import { contentSecurityPolicy } from '#platform/server/http/content-security-policy.ts';
import { cookiesOf } from '#platform/server/http/cookies.ts';
import { registerHealth } from '#platform/server/http/health.ts';
import { serverTimeouts } from '#platform/server/http/overload.ts';
import { problemHeaders, problemOf, toDomainError } from '#platform/server/http/problem.ts';
import { isOpenedInTab, sendProblemPage } from '#platform/server/http/problem-page.ts';
import { limitRest } from '#platform/server/http/read-body.ts';
import { logRequest, registerRequestLog } from '#platform/server/http/request-log.ts';
import { warnOfUntrustedProxy } from '#platform/server/http/untrusted-proxy.ts';
import { registerWeb } from '#platform/server/http/web.ts';
import { registerMetrics } from '#platform/server/metrics/metrics-route.ts';
import { changesHeader, tagOf } from '#shared/changes.ts';
import { byteRoutes, movedPaths, router } from './features.ts';

/** Routes outside the product, such as those of the demo. */
export type FurtherRoutes = { registerRoutes(app: FastifyInstance, services: Services): void };

/** The whole portal as one HTTP server that is not listening yet. */
export async function createApp(
  services: Services,
  further: FurtherRoutes | null = null,
): Promise<FastifyInstance> {
  const { settings, log } = services;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy ?? false,
    ...serverTimeouts,
    frameworkErrors: (error, request, reply) => {
      logRequest(services, request, reply);
      void sendProblem(services, { request, reply, error: toDomainError(error, log) });
    },
  });
  registerRequestLog(app, services);
  await app.register(cookie);
  await app.register(compress, { globalDecompression: false, threshold: compressionThreshold });
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(settings.publicUrl),
  });

  warnOfUntrustedProxy(app, services);
  app.addHook('onRequest', async (request) => assertSameOrigin(request, settings));
  app.addHook('onSend', async (request, reply) => limitRest(request, reply));
  app.setErrorHandler((error, request, reply) =>
    sendProblem(services, { request, reply, error: toDomainError(error, log) }),
  );
  app.setNotFoundHandler((request, reply) =>
    sendProblem(services, { request, reply, error: domainError('request.not_found') }),
  );

  const contextOf: ContextOf = (request, reply, requestedBy = requesterOf(request)) =>
    contextOfRequest(services, request, reply, requestedBy);
  const changes = changeStream(app, services, {
    findSessions,
    mayEndSessions,
    tokenHashOf: ownTokenHash,
  });
  await registerApi(app, {
    router,
    byteRoutes: [...byteRoutes, changes],
    movedPaths,
    services,
    contextOf,
  });
  further?.registerRoutes(app, services);
  registerHealth(app, services);
  registerMetrics(app, services);
  await registerWeb(app, services, universityBranding(services));
  return app;
}

function sendProblem(
  { db }: Services,
  { request, reply, error }: { request: FastifyRequest; reply: FastifyReply; error: DomainError },
) {
  reply.status(error.status).headers(problemHeaders(error));
  return isOpenedInTab(request)
    ? sendProblemPage(db, { request, reply, error })
    : reply.send(problemOf(error, request.id));
}

/**
 * The web client sends `x-asked-by: page` with requests that no user action caused; without the header it is a person.
 */
function requesterOf(request: FastifyRequest): 'person' | 'page' {
  return request.headers['x-asked-by'] === 'page' ? 'page' : 'person';
}

async function contextOfRequest(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  by: 'person' | 'page',
): Promise<RequestContext> {
  const cookies = cookiesOf(request, reply, services.settings);
  const key = request.headers['idempotency-key'] ?? null;
  if (key !== null && !/^[\w-]{8,64}$/.test(String(key))) throw domainError('request.bad_key');
  const actor = await resolveActor(services, cookies, by);
  request.staffId = actor?.id ?? null;
  return {
    services: servicesFor(services, actor),
    actor,
    requestId: request.id,
    ip: request.ip,
    idempotencyKey: key === null ? null : String(key),
    cookies,
    reportOperation: (path) => {
      request.operationPath = path;
    },
    userAgent: request.headers['user-agent'] ?? '',
    reportEvents: (events) => {
      reply.header(changesHeader, events ? [...new Set(events.map(tagOf))].join(',') : '*');
    },
  };
}
