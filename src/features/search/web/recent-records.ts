import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { type RecordKey, recordAt } from '#shared/found-records.ts';
import { mostRecalled } from '../recent.ts';

/**
 * The records that a person opened last, kept on this device by kind and id alone: what they are is asked again, so that
 * nothing is shown of one that may not be read any more, and no name lies on a shared computer.
 */
function keyOf(staffId: string): string {
  return `dikshant.recent.${staffId}`;
}

export function readRecent(staffId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, mostRecalled) : [];
  } catch {
    return [];
  }
}

function remember(staffId: string, { kind, id }: RecordKey): void {
  const record = `${kind}:${id}`;
  const others = readRecent(staffId).filter((one) => one !== record);
  try {
    localStorage.setItem(keyOf(staffId), JSON.stringify([record, ...others].slice(0, mostRecalled)));
  } catch {
    // A browser that keeps nothing has no recent records.
  }
}

/** Remembers each record whose page, or whose row, is opened. */
export function useRecentRecords(): void {
  const { staffId } = useSession();
  const { pathname, search } = useLocation();
  const { open } = search as { open?: string };
  useEffect(() => {
    const record = recordAt(pathname, open);
    if (record) remember(staffId, record);
  }, [staffId, pathname, open]);
}
