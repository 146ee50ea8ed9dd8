import { paths } from '#shared/paths.ts';
import { VerifyQuestion } from '../contract.ts';

/** What the text of a QR code means to /verify. Its URL is never opened. */
export type Scanned =
  | { kind: 'certificate'; question: VerifyQuestion }
  /** An address of this portal without a number, as on a proof or a specimen. */
  | { kind: 'no_certificate' }
  /** From an acknowledgement slip. */
  | { kind: 'application' }
  | { kind: 'elsewhere'; host: string }
  | { kind: 'other' };

/** A sheet's code has a hundred characters; no QR code holds more than 4,296. */
const longest = 1_000;
/** Invisible characters, and those that change the direction of text. */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Accepts only the verification address of the portal whose page is open: a code that leads to another host is a
 * forger's own check, whatever numbers it has. `here` is the page's URL.
 */
export function readScanned(text: string, here: string): Scanned {
  const written = text.trim();
  if (written.length > longest || hidden.test(written)) return { kind: 'other' };
  const isPath = written.startsWith(`${paths.verify}?`);
  const isAddress = isPath || /^https?:\/\//i.test(written);
  if (!isAddress || !URL.canParse(written, here)) return { kind: 'other' };
  const { host, pathname, username, password, searchParams } = new URL(written, here);
  if (host !== new URL(here).host || username || password) return { kind: 'elsewhere', host };
  const page = pathname.replace(/\/$/, '');
  if (page === paths.status) return { kind: 'application' };
  if (page !== paths.verify) return { kind: 'other' };
  const one = (name: string) => {
    const [value, ...more] = searchParams.getAll(name);
    return more.length > 0 || hidden.test(value ?? '') ? undefined : value?.trim() || undefined;
  };
  const question = VerifyQuestion.safeParse({ number: one('n'), code: one('c'), serial: one('s') });
  return question.success ? { kind: 'certificate', question: question.data } : { kind: 'no_certificate' };
}

/** All certificates without duplicates; without one, the single most informative result. */
export function readAllScanned(texts: readonly string[], here: string): Scanned[] {
  const all = texts.map((text) => readScanned(text, here));
  const certificates = new Map(
    all.flatMap((one) => (one.kind === 'certificate' ? [[JSON.stringify(one.question), one] as const] : [])),
  );
  if (certificates.size > 0) return [...certificates.values()];
  const telling = ['elsewhere', 'no_certificate', 'application', 'other'] as const;
  const first = telling.flatMap((kind) => all.find((one) => one.kind === kind) ?? [])[0];
  return first ? [first] : [];
}
