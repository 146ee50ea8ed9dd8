import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { openDocument } from '#platform/web/components/document/open-document.ts';
import type { OpenCase } from '../case-desk-contract.ts';
import type { Application } from '../contract.ts';

/** Lease renewals and expiries are not published, so leases are refetched as often as they are renewed. */
export const leaseRenewal = 20_000;

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
export function useKnowsOpenCases(): boolean {
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
