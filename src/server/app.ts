import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { ORPCError } from '@orpc/server';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { registerReceiptRoute } from '#features/applications/server/receipt/receipt-route.ts';
import { findOwnSession, mayEndSessions, resolveActor } from '#features/auth/server/sessions.ts';
import { registerStatementRoutes } from '#features/bank-statements/server/statement-routes.ts';
import { registerBundleListRoute } from '#features/certificates/server/bundle-list/bundle-list-route.ts';
import { registerSlipDocumentRoute } from '#features/demand-drafts/server/slip-document/slip-document-route.ts';
import { registerImportRoutes } from '#features/imports/server/import-routes.ts';
import { registerCalibrationRoute } from '#features/print-runs/server/calibration/calibration-route.ts';
import { registerDocumentRoute } from '#features/print-runs/server/document-route.ts';
import { registerProofRoute } from '#features/print-runs/server/proof-route.ts';
import { registerRemainingDocumentRoute } from '#features/print-runs/server/remaining-document-route.ts';
import { registerReportRoute } from '#features/print-runs/server/report/report-route.ts';
import type { RequestContext, Services } from './context.ts';
import { registerDemoRoutes } from './demo-routes.ts';
import { registerExportRoute } from './exports/export-route.ts';
import { registerFileRoutes } from './files/file-routes.ts';
import { registerApi } from './http/api.ts';
import { registerChangeStream } from './http/change-stream.ts';
import { cookiesOf } from './http/cookies.ts';
import { problemOf, toRefusal } from './http/problem.ts';
import { refuseForeignRequest } from './http/refuse-foreign-requests.ts';
import { registerWeb } from './http/web.ts';
import { refusal } from './refusal.ts';
import { listExports, router } from './router.ts';

/** The whole portal as one HTTP server that is not listening yet. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { settings, log } = services;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: 6 * 1024 * 1024,
  });
  await app.register(cookie);
  // A page of a list is packed at once: handing it to a stream and back takes longer than packing it.
  await app.register(compress, { global: true, threshold: 1400, syncThreshold: 256 * 1024 });
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentSecurityPolicy(settings.publicUrl) },
  });
  // Bodies stay streams: the API handler and the upload route read them themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) refuseForeignRequest(request, settings);
  });
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toRefusal(error, log), request.id));
  app.setNotFoundHandler((request, reply) => sendProblem(reply, refusal('request.not_found'), request.id));

  const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
    contextOfRequest(services, request, reply, askedBy(request));
  registerFileRoutes(app, services, contextOf);
  registerSlipDocumentRoute(app, services, contextOf);
  registerReceiptRoute(app, services, contextOf);
  registerBundleListRoute(app, services, contextOf);
  registerDocumentRoute(app, services, contextOf);
  registerRemainingDocumentRoute(app, services, contextOf);
  registerReportRoute(app, services, contextOf);
  registerProofRoute(app, services, contextOf);
  registerCalibrationRoute(app, services, contextOf);
  registerImportRoutes(app, services, contextOf);
  registerStatementRoutes(app, services, contextOf);
  registerExportRoute(app, services, { lists: listExports, contextOf });
  registerChangeStream(app, services, {
    // An open page alone must not keep an idle session alive, neither by asking for the stream nor by reading on.
    contextOf: (request, reply) => contextOfRequest(services, request, reply, 'page'),
    mayEndSessions,
    isSignedIn: async ({ cookies }) => (await findOwnSession(services, cookies)).session !== null,
  });
  if (settings.demo) registerDemoRoutes(app, services);
  app.get('/healthz', () => ({ status: 'alive' }));
  await registerApi(app, { router, services, contextOf });
  await registerWeb(app);
  return app;
}

function sendProblem(reply: FastifyReply, error: ORPCError<string, unknown>, requestId: string) {
  return reply.status(error.status).type('application/problem+json').send(problemOf(error, requestId));
}

/** The web says so of requests that follow no act of a person; who says nothing is one. */
function askedBy(request: FastifyRequest): 'person' | 'page' {
  return request.headers['x-asked-by'] === 'page' ? 'page' : 'person';
}

async function contextOfRequest(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  by: 'person' | 'page',
): Promise<RequestContext> {
  const cookies = cookiesOf(request, reply, services.settings);
  const key = request.headers['idempotency-key'];
  return {
    services,
    actor: await resolveActor(services, cookies, by),
    requestId: request.id,
    ip: request.ip,
    idempotencyKey: typeof key === 'string' ? key : null,
    cookies,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

function contentSecurityPolicy(publicUrl: string) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    // Mantine writes style attributes and one style element.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: publicUrl.startsWith('https://') ? [] : null,
  };
}
