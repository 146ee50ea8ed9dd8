import canonicalize from 'canonicalize';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import {
  type Against,
  type Anchor,
  type ChainReport,
  eventsIn,
  headOf,
  verifyEvents,
} from '../verify-chain.ts';

// Also a part of the file that verifies without the portal: see `verifier-page.ts`.

/** What the auditor kept. */
type Kept = Anchor & { signed?: { day: string; publicKey: string } };

/** `provenUpTo` is null when the chain is not proven. */
export type Verdict = { provenUpTo: number | null; sentences: string[] };

/** What was entered is neither head nor checkpoint; the message is for the reader. */
export class KeptError extends Error {}

const encoder = new TextEncoder();

/** Reads `sequence:hash`, or a checkpoint's JSON, signed with Ed25519 over its canonical JSON; or throws `KeptError`. */
export async function readAnchor(text: string): Promise<Kept> {
  const head = headOf(text);
  if (head) return { ...head, source: t`the head that you entered` };
  try {
    const { signature, ...signed } = JSON.parse(text.trim());
    const key = await crypto.subtle.importKey('raw', bytesOf(signed.publicKey), 'Ed25519', false, ['verify']);
    const content = encoder.encode(canonicalize(signed));
    if (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), content))
      return { ...signed, source: t`the checkpoint of ${formatDay(signed.day)}`, signed };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError')
      throw new KeptError(
        t`This browser cannot check the signature of a checkpoint. Use a newer browser, or paste the line from the checkpoint's mail.`,
      );
  }
  throw new KeptError(
    t`This is neither a head (the number of an event, a colon and 64 digits) nor a checkpoint with a right signature. Paste the line from a checkpoint mail, or choose a checkpoint's file.`,
  );
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Verifies a log of JSON lines against what the auditor kept. */
export async function verifyStream(
  log: ReadableStream<Uint8Array<ArrayBuffer>>,
  kept: Kept,
  options: Pick<Against, 'isPart' | 'onProgress'>,
): Promise<Verdict> {
  const events = eventsIn(log.pipeThrough(new TextDecoderStream()).getReader());
  const report = await verifyEvents(events, { ...options, anchors: [kept] }, sha256);
  const { fault, provenUpTo } = report;
  return fault
    ? { provenUpTo: null, sentences: [t`Not proven: ${fault}.`] }
    : { provenUpTo, sentences: proofIn(report, kept) };
}

function sha256(texts: string[]): Promise<string[]> {
  return Promise.all(
    texts.map(async (text) => {
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }),
  );
}

function proofIn({ first, checked, provenUpTo, removedValues }: ChainReport, { signed }: Kept): string[] {
  const last = first + checked - 1;
  const sentences = [
    t`Proven up to event ${provenUpTo}.`,
    signed &&
      t`The signature of the checkpoint of ${formatDay(signed.day)} is right. Compare its key with that in your mails: ${signed.publicKey}`,
    first > 1 && t`This part of the log begins with event ${first}.`,
    last > provenUpTo &&
      t`What follows, up to event ${last}, is not yet proven; tonight's checkpoint will cover it.`,
    removedValues > 0 && t`Personal values that were removed since: ${removedValues}.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}
