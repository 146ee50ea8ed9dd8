import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes for a cookie or a link, in characters that need no escaping. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed from it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
