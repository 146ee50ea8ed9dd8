import { paths } from '#shared/paths.ts';
import { bareNumber } from '#shared/typed-number.ts';

/** The convocation number in the URL of a certificate's QR code. */
export function numberOfSheet(text: string): string | null {
  const [address = '', query] = bareNumber(text).split('?');
  if (!/^https?:\/\//.test(address) || !address.replace(/\/$/, '').endsWith(paths.verify)) return null;
  const [, written] = /(?:^|&)n=([^&#]+)/.exec(query ?? '') ?? [];
  try {
    return written === undefined ? null : decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
