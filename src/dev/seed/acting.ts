import { type Actor, type RequestContext, type Services, servicesFor } from '#platform/server/context.ts';

/**
 * A request context for calling a command as somebody at some moment, without HTTP. With a key, an interrupted seed can
 * be run again: a command already done returns its first result.
 */
export function actingAs(
  services: Services,
  actor: Actor,
  at: { now?: Date; key?: string } = {},
): RequestContext {
  return {
    services: servicesFor(services, actor),
    actor,
    now: at.now,
    requestId: at.key ?? 'seed',
    ip: '127.0.0.1',
    idempotencyKey: at.key ?? null,
    userAgent: 'seed',
    cookies: { read: () => undefined, write: () => {}, clear: () => {} },
  };
}
