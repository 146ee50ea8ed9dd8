import type { FastifyRequest } from 'fastify';
import { domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with data, so pages of others may not even ask. */
    isApi?: true;
    /** The content types of its bodies, where they are not JSON. */
    accepts?: readonly string[];
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const json = ['application/json'];

/**
 * Cross-site request forgery: whoever asks the API has to come from the portal's own origin, if the browser says where
 * from, and a mutation has to carry a content type that no HTML form can send, so that a foreign page needs a preflight,
 * which we never answer. (OWASP CSRF Prevention Cheat Sheet: origin check and non-simple content type, beside
 * SameSite=Strict cookies.) It goes by the matched route and the method: an address can be written in many ways.
 */
export function refuseForeignRequest(request: FastifyRequest, settings: Settings): void {
  const { isApi = false, accepts = json } = request.routeOptions.config;
  const isMutation = !safeMethods.has(request.method);
  if (!isMutation && !isApi) return;
  const { origin, host } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, settings))
    throw domainError('request.foreign_origin');
  // `same-site` is another port or another name below the same domain; `none` is a person who types the address.
  const site = request.headers['sec-fetch-site'] ?? 'none';
  if (site !== 'same-origin' && site !== 'none') throw domainError('request.foreign_origin');
  if (!isMutation) return;
  const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!accepts.includes(contentType)) throw domainError('request.unreadable');
  // Its size would be known only once it is unpacked.
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw domainError('request.compressed');
}

function isOwnOrigin(origin: string, host: string | undefined, settings: Settings): boolean {
  if (origin === new URL(settings.publicUrl).origin) return true;
  return settings.demo && origin === `http://${host}`;
}
