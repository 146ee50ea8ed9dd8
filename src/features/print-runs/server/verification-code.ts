import { randomInt } from 'node:crypto';
import { codeAlphabet } from '#features/certificates/rules.ts';

/** Ten random characters: 50 bits, which nobody guesses through a throttled page. Each sheet has its own. */
export function makeVerificationCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
}
