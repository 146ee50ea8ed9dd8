import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenCase, QueuedApplication } from '../case-desk-contract.ts';
import { applicationCan } from '../rules.ts';
import { prefetchCase, withLease } from './case-queries.ts';
import type { Decided } from './decisions.ts';
import type { CaseQueue } from './use-case-queue.ts';

/** How many cases are loaded ahead of the one shown. */
const ahead = 2;
/** How many rows of the queue are known ahead of the one shown. */
const rowsAhead = 10;

/** Finds the next case, skipping decided ones, one's own work and what a colleague has open. */
export function useAdvance(state: {
  queue: CaseQueue;
  currentId: string | undefined;
  actorId: string;
  decided: ReadonlyMap<string, Decided>;
  openCases: ReadonlyMap<string, OpenCase>;
}) {
  const { queue, currentId, actorId, decided, openCases } = state;
  const queryClient = useQueryClient();
  const isFree = (row: QueuedApplication) =>
    !decided.has(row.id) && applicationCan.open(withLease(row, openCases), actorId) === true;
  const behind = (rows: readonly QueuedApplication[], id: string | undefined) =>
    rows.slice(rows.findIndex((row) => row.id === id) + 1);

  const nextIds = behind(queue.rows, currentId).filter(isFree).slice(0, ahead);
  const wanted = nextIds.map(({ id }) => id).join();
  useEffect(() => {
    for (const id of wanted.split(',').filter(Boolean)) void prefetchCase(queryClient, id);
  }, [queryClient, wanted]);

  const isShort = queue.hasMore && behind(queue.rows, currentId).length < rowsAhead;
  const { readMore } = queue;
  useEffect(() => {
    // The screen shows the queue's error.
    if (isShort) readMore().catch(() => {});
  }, [isShort, readMore]);

  /** The next free case after this one, loading rows if needed; null at the end. Rejects when loading fails. */
  async function findNext(id: string): Promise<string | null> {
    let { rows, isWhole } = { rows: queue.rows, isWhole: false };
    for (;;) {
      const next = behind(rows, id).find((row) => row.id !== id && isFree(row));
      if (next) return next.id;
      if (isWhole) return null;
      ({ rows, isWhole } = await readMore());
    }
  }

  /** The neighbour for the keys: skips one's own work, but not what a colleague has open. */
  function findNeighbour(step: 1 | -1): string | null {
    const index = queue.rows.findIndex((row) => row.id === currentId);
    const candidates =
      step === 1 ? queue.rows.slice(index + 1) : queue.rows.slice(0, Math.max(0, index)).reverse();
    const isReachable = (row: QueuedApplication) =>
      !decided.has(row.id) && applicationCan.open(row, actorId) === true;
    return candidates.find(isReachable)?.id ?? null;
  }

  return { first: queue.rows.find(isFree)?.id ?? null, findNext, findNeighbour };
}
