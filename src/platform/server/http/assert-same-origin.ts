import type { FastifyRequest } from 'fastify';
import { domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns data, so other sites may not even request it. */
    isApi?: true;
    /** The content types of its bodies, if not JSON. */
    accepts?: readonly string[];
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const json = ['application/json'];

/**
 * Protection against cross-site request forgery: API requests have to come from the portal's own origin, if the browser
 * states it, and mutations need a content type that no HTML form can send, so that a foreign page would need a
 * preflight, which we never answer. (OWASP CSRF Prevention Cheat Sheet: origin check and non-simple content type,
 * beside SameSite=Strict cookies.) Decided by matched route and method, because a URL can be written in many ways.
 */
export function assertSameOrigin(request: FastifyRequest, settings: Settings): void {
  const { isApi = false, accepts = json } = request.routeOptions.config;
  const isMutation = !safeMethods.has(request.method);
  if (!isMutation && !isApi) return;
  const { origin, host } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, settings))
    throw domainError('request.foreign_origin');
  // `same-site` is another port or subdomain; `none` is a URL typed by a person.
  const site = request.headers['sec-fetch-site'] ?? 'none';
  if (site !== 'same-origin' && site !== 'none') throw domainError('request.foreign_origin');
  if (!isMutation) return;
  const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!accepts.includes(contentType)) throw domainError('request.unreadable');
  // Its size would be known only after decompression.
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw domainError('request.compressed');
}

function isOwnOrigin(origin: string, host: string | undefined, settings: Settings): boolean {
  if (origin === new URL(settings.publicUrl).origin) return true;
  return settings.demo && origin === `http://${host}`;
}
