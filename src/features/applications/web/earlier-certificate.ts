import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { EarlierCertificate } from '../contract.ts';

/** What the register says of a certificate that was issued before the portal. */
export function describeEarlier({ number, name, degree, issuedOn, serial }: EarlierCertificate): string {
  return t`${number}: ${name}, ${degree}, ${formatDay(issuedOn)}, on the sheet with serial number ${serial}.`;
}
