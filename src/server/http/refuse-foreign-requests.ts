import type { FastifyRequest } from 'fastify';
import { refusal } from '#server/refusal.ts';
import type { Settings } from '#server/settings.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Where a body is a file's bytes. */
const uploadAddress = /^\/api\/(files|bank-statements|imports(\/[^/?]+\/mended-rows)?)([?]|$)/;

/**
 * Cross-site request forgery: a mutation has to say where it comes from, if the browser says it, and has to carry a
 * content type that no HTML form can send, so that a foreign page needs a preflight, which we never answer.
 * (OWASP CSRF Prevention Cheat Sheet: origin check and non-simple content type, beside SameSite=Strict cookies.)
 */
export function refuseForeignRequest(request: FastifyRequest, settings: Settings): void {
  if (safeMethods.has(request.method)) return;
  const { origin, host } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, settings)) throw refusal('request.foreign_origin');
  if (request.headers['sec-fetch-site'] === 'cross-site') throw refusal('request.foreign_origin');
  const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isUpload = uploadAddress.test(request.url);
  const isAccepted = isUpload
    ? /^(image\/(jpeg|png|webp)|application\/(pdf|octet-stream))$/.test(contentType)
    : contentType === 'application/json';
  if (!isAccepted) throw refusal('request.unreadable');
}

function isOwnOrigin(origin: string, host: string | undefined, settings: Settings): boolean {
  if (origin === new URL(settings.publicUrl).origin) return true;
  return settings.demo && origin === `http://${host}`;
}
