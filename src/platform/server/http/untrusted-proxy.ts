import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';

const consequence =
  'TRUST_PROXY is not set, so everybody behind the proxy counts as one network: one person’s wrong passwords shut strangers and new devices out. Set it to the address of the proxy';

/**
 * Warns once if rate limits and the audit log would see a proxy's address instead of the client's. The portal itself
 * does not terminate TLS, so an https URL implies a proxy; another proxy is recognised by its header.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, { settings, log }: Services): void {
  if (settings.trustProxy !== null) return;
  if (settings.publicUrl.startsWith('https://')) {
    log.warn({ alarm: 'untrusted_proxy' }, consequence);
    return;
  }
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hasWarned || !(request.headers['x-forwarded-for'] ?? request.headers.forwarded)) return;
    hasWarned = true;
    log.warn({ alarm: 'untrusted_proxy', proxy: request.ip }, consequence);
  });
}
