import { type ChainedEvent, hashEvent } from '#platform/server/db/audit-chain.ts';
import { digestOf, digestsOf } from '#platform/server/db/personal-values.ts';

/** The values behind an event's digests, as far as they are still stored. */
export type KnownValues = Record<string, { value: string; salt: string }>;

/** An event with its stored hash and that of its predecessor. */
export type StoredEvent = ChainedEvent & { previousHash: string; hash: string; values?: KnownValues };

/** A hash known from outside the database: from a signed checkpoint, or noted by a person. */
export type Anchor = { sequence: number; hash: string; source: string };

export type ChainReport = {
  checked: number;
  head: string;
  /** Why the chain is not proven, naming the event; null when it is. */
  fault: string | null;
  /** The newest event that an anchor confirms; later ones are only linked to it. */
  provenUpTo: number;
  /** How many personal values were removed since. */
  removedValues: number;
};

export const origin = '0'.repeat(64);

/**
 * Recomputes every hash from the first event on. An altered row no longer matches its hash; a removed, inserted or
 * reordered one breaks the sequence or the link to its predecessor. Only anchors reveal a truncated end or a complete
 * rewrite, so a chain without one is never proven. `head` is the database's own record of the end.
 */
export async function verifyChain(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  against: { head?: { sequence: number; hash: string }; anchors: readonly Anchor[] },
): Promise<ChainReport> {
  const anchors = Map.groupBy(against.anchors, ({ sequence }) => sequence);
  const report: ChainReport = { checked: 0, head: origin, fault: null, provenUpTo: 0, removedValues: 0 };
  for await (const event of events) {
    report.fault = faultOf(event, report) ?? contradictedBy(anchors.get(event.sequence), event);
    if (report.fault) return report;
    report.checked += 1;
    report.head = event.hash;
    report.removedValues += countRemoved(event);
    if (anchors.has(event.sequence)) report.provenUpTo = event.sequence;
  }
  return { ...report, fault: faultOfEnd(report, against) };
}

function faultOf(event: StoredEvent, { checked, head }: ChainReport): string | null {
  const { hash, previousHash, values: _values, ...chained } = event;
  const at = `event ${event.sequence}`;
  if (event.sequence !== checked + 1)
    return `${at} stands where event ${checked + 1} should: one was removed, added or moved`;
  if (previousHash !== head) return `${at} does not continue event ${checked}`;
  if (hashEvent(previousHash, chained) !== hash) return `${at} was altered`;
  for (const [digest, { value, salt }] of Object.entries(event.values ?? {})) {
    if (digestOf(salt, value) !== digest) return `a personal value of ${at} was altered`;
  }
  return null;
}

function contradictedBy(anchors: readonly Anchor[] | undefined, { sequence, hash }: StoredEvent) {
  const other = anchors?.find((anchor) => anchor.hash !== hash);
  return other
    ? `event ${sequence} is not the one of ${other.source}: events up to it were written anew`
    : null;
}

function faultOfEnd(
  { checked, head, provenUpTo }: ChainReport,
  against: { head?: { sequence: number; hash: string }; anchors: readonly Anchor[] },
): string | null {
  if (checked === 0) return 'there are no events';
  const beyond = against.anchors.find(({ sequence }) => sequence > checked);
  if (beyond)
    return `the chain ends at event ${checked}, but ${beyond.source} has event ${beyond.sequence}: the end is missing`;
  const wrongStart = against.anchors.find(({ sequence, hash }) => sequence === 0 && hash !== origin);
  if (wrongStart) return `${wrongStart.source} names a beginning that is none`;
  if (against.head && (against.head.sequence !== checked || against.head.hash !== head))
    return `the chain ends at event ${checked}, but its head says event ${against.head.sequence}`;
  if (provenUpTo === 0)
    return `events 1 to ${checked} continue each other, but no checkpoint and no head from elsewhere vouches for any of them`;
  return null;
}

function countRemoved({ values = {}, ...event }: StoredEvent): number {
  return [...digestsOf(event, event.personal).values()].filter((digest) => !values[digest]).length;
}
