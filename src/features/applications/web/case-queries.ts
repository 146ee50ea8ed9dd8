import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { openDocument } from '#platform/web/components/document/open-document.ts';
import type { OpenCase } from '../case-desk-contract.ts';
import type { Application } from '../contract.ts';

/** A lease is renewed without being told to anybody, and ends without a word: asked for again as often as it is renewed. */
export const leaseRenewal = 20_000;

export function caseQuery(id: string) {
  return api.caseDesk.getCase.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY });
}

/** Loads a case with its photo and receipts before it is shown. What fails is asked for again when it is. */
export async function prefetchCase(queryClient: QueryClient, id: string): Promise<void> {
  try {
    const { application } = await queryClient.ensureQueryData(caseQuery(id));
    await Promise.all([application.photo, ...application.receipts].map(openDocument));
  } catch {
    // Its own screen says why.
  }
}

const openCasesQuery = api.caseDesk.listOpenCases.queryOptions({ refetchInterval: leaseRenewal });

/** False until it is known who has which application open, or that it cannot be known. */
export function useKnowsOpenCases(): boolean {
  return !useQuery(openCasesQuery).isPending;
}

/** Who has which application open, by application. */
export function useOpenCases(): ReadonlyMap<string, OpenCase> {
  const { data } = useQuery(openCasesQuery);
  return useMemo(() => new Map((data ?? []).map((lease) => [lease.applicationId, lease])), [data]);
}

/** Who else has it open; null where nobody has, or the person themselves. */
export function colleagueOf(lease: OpenCase | undefined, actorId: string): string | null {
  return lease && lease.staffId !== actorId ? lease.name : null;
}

/** An application with who has it open, as the rules look at it. */
export function withLease<Row extends Pick<Application, 'id'>>(
  row: Row,
  openCases: ReadonlyMap<string, OpenCase>,
): Row & { lease: OpenCase | null } {
  return { ...row, lease: openCases.get(row.id) ?? null };
}
