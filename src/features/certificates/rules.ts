import type { ErrorCode } from '#shared/errors.ts';
import type { CertificateState } from './contract.ts';

type CertificateFacts = {
  state: CertificateState;
  /** Set while a draft that paid for it is lacking; whether as a moment or as its text does not matter. */
  withheldAt: Date | string | null;
};

/**
 * The certificate's lifecycle: `to print → in run → printed → handed over`, and revoked. While it is withheld it goes no
 * further; a run that it is in goes on.
 */
export const certificateCan = {
  handOver(certificate: CertificateFacts): true | ErrorCode {
    if (certificate.withheldAt !== null) return 'certificates.withheld';
    return certificate.state === 'printed' ? true : 'certificates.not_printed';
  },
};

/** Crockford's base 32: no I, L, O or U, so that a code survives being read aloud and typed. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a person typed → the ten characters as stored; `o` is read as 0, `i` and `l` as 1. */
export function normaliseVerificationCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** `7K3MQX2P9A` → `7K3MQ-X2P9A`. */
export function formatVerificationCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
