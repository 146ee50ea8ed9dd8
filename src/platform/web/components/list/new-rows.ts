import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AuditEventName } from '#shared/audit-names.ts';

/** Which events add rows to a list. */
export type Growth = {
  /** Each of them adds a row; `any` is every event that the audit log has. */
  addedBy?: readonly AuditEventName[] | 'any';
  /** They may add some, as an import adds as many as its file has: the list asks for its count. */
  recountedAfter?: readonly AuditEventName[];
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Rows of a list, the record of a form: what colleagues do changes nothing under the hands of whoever has it open. */
      isHeld?: boolean;
      growth?: Growth;
    };
  }
}

/** That rows came, at this moment; `count` is null when nobody could say how many, or whether any. */
export type NewRows = { at: number; count: number | null };

/** Beside the lists' own keys, not below: invalidating a list must not touch what was announced to it. */
export function newRowsKey(queryKey: QueryKey): QueryKey {
  return ['new-rows', ...queryKey];
}

/**
 * Tells all open lists that colleagues added rows. A list does not move under the cursor: it shows a '3 new' pill, and
 * the person decides when to look. Own commands refresh it in place instead. Without events, after a break, every
 * list asks for its count and shows what it has grown by.
 */
export function announceNewRows(
  queryClient: QueryClient,
  events: Readonly<Record<string, number>> | null,
): void {
  const at = Date.now();
  for (const { queryKey, meta } of queryClient.getQueryCache().findAll({ queryKey: ['new-rows'] })) {
    const news = events ? newsFor(meta?.growth ?? {}, events) : [null];
    if (news.length === 0) continue;
    queryClient.setQueryData<NewRows[]>(queryKey, (known) =>
      known ? [...known, ...news.map((count) => ({ at, count }))] : undefined,
    );
  }
}

function newsFor(
  { addedBy = [], recountedAfter = [] }: Growth,
  events: Readonly<Record<string, number>>,
): (number | null)[] {
  return Object.entries(events).flatMap(([event, count]) => {
    const isNamed = (names: readonly string[]) => names.includes(event);
    if (isNamed(recountedAfter)) return [null];
    // Who has a case open is announced, and is no row of the log.
    return (addedBy === 'any' ? !event.startsWith('cases.') : isNamed(addedBy)) ? [count] : [];
  });
}

/** What is new to rows that were fetched at `since`: how many were told of, and since when they have to be counted. */
export function newSince(announced: readonly NewRows[], since: number): { told: number; doubtedAt: number } {
  const newer = announced.filter(({ at }) => at > since);
  return {
    told: newer.reduce((sum, { count }) => sum + (count ?? 0), 0),
    doubtedAt: Math.max(0, ...newer.filter(({ count }) => count === null).map(({ at }) => at)),
  };
}
