import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { EarlierCertificate } from '../contract.ts';

/** The register's entry of a certificate issued before the portal, in words. */
export function describeEarlier({ number, name, degree, issuedOn, serial }: EarlierCertificate): string {
  return t`${number}: ${name}, ${degree}, ${formatDay(issuedOn)}, on the sheet with serial number ${serial}.`;
}
