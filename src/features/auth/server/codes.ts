import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** A one-time code of so many digits, each value equally likely. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** Few digits are quickly guessed from a plain hash, so it is keyed with the pepper and bound to its challenge. */
export function hashCode(pepper: Buffer, challengeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`one-time code|${challengeId}|${code}`).digest('hex');
}

export function hashesMatch(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
