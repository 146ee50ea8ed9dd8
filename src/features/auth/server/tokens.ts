import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes for a cookie or a link, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. A plain hash suffices, because 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
