import type { ChainedEvent } from '#server/db/audit-chain.ts';
import { hashEvent } from '#server/db/audit-chain.ts';

/** An event with the two hashes that stand beside it. */
export type StoredEvent = ChainedEvent & { previousHash: string; hash: string };

/** The first link that does not hold, in words that name the row; null when the whole chain does. */
export type ChainReport = { checked: number; head: string; fault: string | null };

const origin = '0'.repeat(64);

/**
 * Recomputes every hash from the first event on. An altered row no longer matches its hash; a removed, inserted or
 * reordered one breaks the sequence or the link to its predecessor. `expectedHead`, the newest hash known from
 * elsewhere, also tells when the end was cut off.
 */
export async function verifyChain(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  expectedHead?: { sequence: number; hash: string },
): Promise<ChainReport> {
  let checked = 0;
  let head = origin;
  for await (const { hash, previousHash, ...event } of events) {
    const at = `event ${event.sequence}`;
    if (event.sequence !== checked + 1) {
      return {
        checked,
        head,
        fault: `${at} stands where event ${checked + 1} should: one was removed, added or moved`,
      };
    }
    if (previousHash !== head) return { checked, head, fault: `${at} does not continue event ${checked}` };
    if (hashEvent(previousHash, event) !== hash) return { checked, head, fault: `${at} was altered` };
    checked += 1;
    head = hash;
  }
  if (expectedHead && (expectedHead.sequence !== checked || expectedHead.hash !== head)) {
    return {
      checked,
      head,
      fault: `the chain ends at event ${checked}, but its head says event ${expectedHead.sequence}`,
    };
  }
  return { checked, head, fault: null };
}
