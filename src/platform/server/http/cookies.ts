import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from '#platform/server/context.ts';
import type { Settings } from '#platform/server/settings.ts';

/**
 * `__Host-` cookies: HttpOnly, SameSite=Strict, Secure, for this host only (RFC 6265bis, section 4.1.3.2). Over plain
 * http, which only a loopback address may use, browsers such as Safari drop them, so there they lack prefix and Secure.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): Cookies {
  const isSecure = settings.publicUrl.startsWith('https://');
  const fullName = (name: string) => (isSecure ? `__Host-${name}` : name);
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return {
    read: (name) => request.cookies[fullName(name)],
    write: (name, value, maxAgeSeconds) => {
      reply.setCookie(fullName(name), value, { ...attributes, maxAge: maxAgeSeconds });
    },
    clear: (name) => {
      reply.clearCookie(fullName(name), attributes);
    },
  };
}
