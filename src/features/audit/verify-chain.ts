import { type ChainedEvent, canonicalEvent, digestsOf } from '#shared/chained-event.ts';
import { t } from '#shared/words.ts';

// Verifies for the operator, for the auditor's page, and in the file that the auditor downloads.

/** The values behind an event's digests, as far as they are still stored. */
type KnownValues = Record<string, { value: string; salt: string }>;

/** An event with its stored hash and that of its predecessor. */
export type StoredEvent = ChainedEvent & { previousHash: string; hash: string; values?: KnownValues };

/** A hash known from outside the database: from a signed checkpoint, or noted by a person. */
export type Anchor = { sequence: number; hash: string; source: string };

export type ChainReport = {
  /** The first event; a part of a log begins later than with 1. */
  first: number;
  checked: number;
  head: string;
  /** Why the chain is not proven, naming the event; null when it is. */
  fault: string | null;
  /** The newest event that an anchor confirms; later ones are only linked to it. */
  provenUpTo: number;
  /** How many personal values were removed since. */
  removedValues: number;
};

export type Against = {
  /** The database's own record of the end. */
  head?: { sequence: number; hash: string };
  anchors: readonly Anchor[];
  /** Whether the log may begin later than with event 1. */
  isPart?: boolean;
  onProgress?: (checked: number) => void;
};

/** The SHA-256 of each text, in hex. */
type HashTexts = (texts: string[]) => string[] | Promise<string[]>;

export const origin = '0'.repeat(64);

/** Reads `sequence:hash` as people copy it: with blanks, line breaks and marks of mail programs, in any case. Null if it is none. */
export function headOf(text: string): { sequence: number; hash: string } | null {
  const visible = text.replaceAll(/\p{Cf}/gu, '').toLowerCase();
  const [, sequence, digits] = /^[>\s]*(\d{1,15})\s*:([\da-f>\s]+)$/.exec(visible) ?? [];
  const hash = digits?.replaceAll(/[>\s]/g, '');
  return hash?.length === 64 ? { sequence: Number(sequence), hash } : null;
}

/** Why a chain is not proven; the message completes 'Not proven: …'. */
class Fault extends Error {}

/** Of a `ReadableStream` of text, wherever it is read. */
type TextReader = { read: () => Promise<{ done: boolean; value?: string }>; cancel: () => Promise<void> };

/** The events of an exported log: one JSON object per line, which may end as on any system. */
export async function* eventsIn(log: TextReader): AsyncGenerator<StoredEvent> {
  try {
    for (let rest = '', number = 0; ; ) {
      const { done, value = '' } = await log.read();
      const lines = (rest + value).split('\n');
      rest = done ? '' : lines.pop()!;
      for (const line of lines) {
        number += 1;
        if (line.trim() !== '') yield readLine(line, number);
      }
      if (done) return;
    }
  } finally {
    await log.cancel();
  }
}

/**
 * A line has to be as the portal wrote it: of a key that stands there twice, or of a number too long, only a part is
 * hashed, so that the file could show something else than what is proven.
 */
function readLine(line: string, number: number): StoredEvent {
  try {
    const read = JSON.parse(line);
    // Logs exported before hash versions do not name a version.
    const event: StoredEvent = { hashVersion: 1, personal: [], ...read };
    const { sequence, personal, values = {} } = event;
    const isWhole =
      Number.isInteger(sequence) && Array.isArray(personal) && Object.values(values).every(Boolean);
    if (isWhole && JSON.stringify(read) === line.trim()) return event;
  } catch {
    // Said below.
  }
  throw new Fault(t`line ${number} of the log is not as the portal wrote it: it was cut off or altered`);
}

/** Events that are hashed together. */
const batchSize = 1_000;

/**
 * Recomputes every hash from the first event on. An altered row no longer matches its hash; a removed, inserted or
 * reordered one breaks the sequence or the link to its predecessor. Only anchors reveal a truncated end or a complete
 * rewrite, so a chain without one is never proven.
 */
export async function verifyEvents(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  against: Against,
  hashTexts: HashTexts,
): Promise<ChainReport> {
  const anchors = Map.groupBy(against.anchors, ({ sequence }) => sequence);
  const nothing = { first: 1, checked: 0, head: origin, fault: null, provenUpTo: 0, removedValues: 0 };
  const report: ChainReport = nothing;
  /** Compares with what is known from outside. */
  const settle = (sequence: number, hash: string) => {
    report.head = hash;
    for (const { source, hash: known } of anchors.get(sequence) ?? []) {
      if (known !== hash)
        throw new Fault(t`event ${sequence} is not the one of ${source}: events up to it were written anew`);
      report.provenUpTo = sequence;
    }
  };
  try {
    for await (const batch of inBatches(events)) {
      if (report.checked === 0) {
        report.first = against.isPart ? batch[0]!.sequence : 1;
        settle(report.first - 1, against.isPart ? batch[0]!.previousHash : origin);
      }
      const hashes = (await hashTexts(batch.flatMap(hashedTexts))).values();
      for (const event of batch) {
        refuse(faultOf(event, report, hashes));
        settle(event.sequence, event.hash);
        report.checked += 1;
        report.removedValues += countRemoved(event);
      }
      against.onProgress?.(report.checked);
    }
    refuse(faultOfEnd(report, against));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    report.fault = error.message;
  }
  return report;
}

function refuse(fault: string | null): void {
  if (fault) throw new Fault(fault);
}

async function* inBatches(events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>) {
  let batch: StoredEvent[] = [];
  for await (const event of events) {
    batch.push(event);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function hashedTexts({ hash: _hash, previousHash, values = {}, ...chained }: StoredEvent): string[] {
  const sealed = Object.values(values).map(({ value, salt }) => salt + value);
  return [previousHash + canonicalEvent(chained), ...sealed];
}

/** `hashes` gives those of `hashedTexts`. */
function faultOf(
  { sequence, hash, previousHash, values = {} }: StoredEvent,
  { first, checked, head }: ChainReport,
  hashes: Iterator<string>,
): string | null {
  if (sequence !== first + checked)
    return t`event ${sequence} stands where event ${first + checked} should: one was removed, added or moved`;
  if (previousHash !== head) return t`event ${sequence} does not continue event ${sequence - 1}`;
  if (hashes.next().value !== hash) return t`event ${sequence} was altered`;
  for (const digest of Object.keys(values))
    if (hashes.next().value !== digest) return t`a personal value of event ${sequence} was altered`;
  return null;
}

function faultOfEnd({ first, checked, head, provenUpTo }: ChainReport, against: Against): string | null {
  if (checked === 0) return t`there are no events`;
  const last = first + checked - 1;
  const beyond = against.anchors.find(({ sequence }) => sequence > last);
  if (beyond)
    return t`the chain ends at event ${last}, but ${beyond.source} has event ${beyond.sequence}: the end is missing`;
  if (against.head && (against.head.sequence !== last || against.head.hash !== head))
    return t`the chain ends at event ${last}, but its head says event ${against.head.sequence}`;
  if (provenUpTo === 0)
    return t`events ${first} to ${last} continue each other, but no checkpoint and no head from elsewhere vouches for any of them`;
  return null;
}

function countRemoved({ values = {}, ...event }: StoredEvent): number {
  return [...digestsOf(event, event.personal).values()].filter((digest) => !values[digest]).length;
}
