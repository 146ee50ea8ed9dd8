import { paths } from '#shared/paths.ts';
import { VerifyQuestion } from '../contract.ts';

/** What the text of a QR code is to /verify. Nothing of it is ever opened. */
export type Scanned =
  | { kind: 'certificate'; question: VerifyQuestion }
  /** Ours without a number, as a proof or a specimen has it. */
  | { kind: 'no_certificate' }
  /** Of an acknowledgement slip. */
  | { kind: 'application' }
  | { kind: 'elsewhere'; host: string }
  | { kind: 'other' };

/** The code of a sheet has a hundred characters; no QR code holds more than 4,296 letters. */
const longest = 1_000;
/** Characters that show nothing, or turn the order of those beside them. */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Understands the address that a sheet carries, of the portal whose page reads it, and nothing else: a code that leads to
 * another host is a forger's own check, whatever numbers stand in it. `here` is the page's own address.
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

/** Of several codes: each certificate once, or else what the first of them is that says most. */
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
