import type { Actor, RequestContext, Services } from '#platform/server/context.ts';

/**
 * The request of somebody at some moment, as a command wants it, without HTTP. The key makes a seed that was cut off
 * safe to run again: what it did already is answered from the first time.
 */
export function actingAs(
  services: Services,
  actor: Actor,
  at: { now?: Date; key?: string } = {},
): RequestContext {
  return {
    services,
    actor,
    now: at.now,
    requestId: at.key ?? 'seed',
    ip: '127.0.0.1',
    idempotencyKey: at.key ?? null,
    userAgent: 'seed',
    cookies: { read: () => undefined, write: () => {}, clear: () => {} },
  };
}
