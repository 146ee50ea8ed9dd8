import { randomInt } from 'node:crypto';
import { isKeyedHash, keyedHash, type Peppers } from '#platform/server/secrets.ts';

/** A one-time code of so many digits, each value equally likely. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** Bound to its challenge. */
export function hashCode([current]: Peppers, challengeId: string, code: string): string {
  return keyedHash(current, textOf(challengeId, code));
}

export function isCode(
  peppers: Peppers,
  challenge: { id: string; code_hash: string | null },
  code: string,
): boolean {
  return (
    challenge.code_hash !== null && isKeyedHash(peppers, textOf(challenge.id, code), challenge.code_hash)
  );
}

function textOf(challengeId: string, code: string): string {
  return `one-time code|${challengeId}|${code}`;
}
