import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { openDocument } from '#platform/web/components/document/open-document.ts';
import type { OpenCase } from '../case-desk-contract.ts';
import type { Application } from '../contract.ts';

/** Lease renewals and expiries are not published, so leases are refetched as often as they are renewed. */
const leaseRenewal = 20_000;

export function caseQuery(id: string) {
  return api.caseDesk.getCase.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY });
}

/** Loads a case with its photo and receipts before it is shown. If that fails, it is loaded again when shown. */
export async function prefetchCase(queryClient: QueryClient, id: string): Promise<void> {
  try {
    const { application } = await queryClient.ensureQueryData(caseQuery(id));
    await Promise.all([application.photo, ...application.receipts].map(openDocument));
  } catch {
    // The case's own screen shows the error.
  }
}

const openCasesQuery = api.caseDesk.listOpenCases.queryOptions({ refetchInterval: leaseRenewal });

/** Whether the open cases have been loaded, or loading failed. */
export function useHasLoadedOpenCases(): boolean {
  return !useQuery(openCasesQuery).isPending;
}

/** The leases by application id. */
export function useOpenCases(): ReadonlyMap<string, OpenCase> {
  const { data } = useQuery(openCasesQuery);
  return useMemo(() => new Map((data ?? []).map((lease) => [lease.applicationId, lease])), [data]);
}

/** The colleague who has it open; null if nobody has, or only the actor. */
export function colleagueOf(lease: OpenCase | undefined, actorId: string): string | null {
  return lease && lease.staffId !== actorId ? lease.name : null;
}

/** An application with its lease, as the rules read it. */
export function withLease<Row extends Pick<Application, 'id'>>(
  row: Row,
  openCases: ReadonlyMap<string, OpenCase>,
): Row & { lease: OpenCase | null } {
  return { ...row, lease: openCases.get(row.id) ?? null };
}

/** Leases the application while it is shown; null leases none. If refused, the list of open cases shows why. */
export function useLease(id: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === null) return;
    const open = () =>
      inTurn(() => client.caseDesk.openCase({ id })).catch(() =>
        queryClient.invalidateQueries({ queryKey: api.caseDesk.listOpenCases.queryKey() }),
      );
    void open();
    const renewing = setInterval(open, leaseRenewal);
    const leave = () => release(id);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(renewing);
      window.removeEventListener('pagehide', leave);
      void inTurn(() => release(id));
    };
  }, [id, queryClient]);
}

let last: Promise<unknown> = Promise.resolve();

/** One call after the other, so that leaving a case and coming back arrive in this order. */
function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  const turn = last.then(call, call);
  // The caller gets the error from `turn`.
  last = turn.catch(() => {});
  return turn;
}

/** Completes even if the page is closed (`keepalive`). */
async function release(id: string): Promise<void> {
  // Errors are ignored: a lease that is not released expires.
  await client.caseDesk.releaseCase({ id }, { context: { isQuiet: true } }).catch(() => {});
}
