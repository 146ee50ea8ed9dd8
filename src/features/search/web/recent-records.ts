import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { type RecordRef, recordAt } from '#shared/record-kinds.ts';
import { maximumRecent } from '../recent.ts';

/**
 * The records that a person opened last, stored on this device by kind and id only. Their details are fetched again, so
 * that nothing unreadable is shown and no name is stored on a shared computer.
 */
function keyOf(staffId: string): string {
  return `dikshant.recent.${staffId}`;
}

export function readRecent(staffId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, maximumRecent) : [];
  } catch {
    return [];
  }
}

function remember(staffId: string, { kind, id }: RecordRef): void {
  const record = `${kind}:${id}`;
  const others = readRecent(staffId).filter((one) => one !== record);
  try {
    localStorage.setItem(keyOf(staffId), JSON.stringify([record, ...others].slice(0, maximumRecent)));
  } catch {
    // Without local storage there are no recent records.
  }
}

/** Remembers each record whose page or row is opened. */
export function useRecentRecords(): void {
  const { staffId } = useSession();
  const { pathname, search } = useLocation();
  const { open } = search as { open?: string };
  useEffect(() => {
    const record = recordAt(pathname, open);
    if (record) remember(staffId, record);
  }, [staffId, pathname, open]);
}
