import type { AnyContractProcedure } from '@orpc/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OperationMeta } from '#platform/contract/operation.ts';

/** Operations by their names, in sections. */
export type ContractSections = Record<string, Record<string, AnyContractProcedure>>;

/** Tags of events; `everything` where nobody knows which. */
export type Changed = ReadonlySet<string> | 'everything';

type Reads = Pick<OperationMeta, 'reads' | 'follows'>;

const readsOfOperations = new Map<string, Reads>();

/** Notes what the operations of a contract read. The key of a query begins with its operation's place in the contract. */
export function rememberReads(contract: ContractSections): void {
  for (const [section, operations] of Object.entries(contract)) {
    for (const [name, operation] of Object.entries(operations))
      readsOfOperations.set(`${section}.${name}`, operation['~orpc'].meta as OperationMeta);
  }
}

/** Whether a change makes stale what is cached under this key; `by` says which queries are meant. */
export function isStaleAfter(changed: Changed, queryKey: QueryKey, by: readonly Reads['follows'][]): boolean {
  const [place] = queryKey;
  const operation = Array.isArray(place) ? readsOfOperations.get(place.join('.')) : undefined;
  // The contract as it is built for browsers leaves the usual one out.
  if (!operation || !by.includes(operation.follows ?? 'everybody')) return false;
  return (
    changed === 'everything' || operation.reads === 'all' || operation.reads.some((tag) => changed.has(tag))
  );
}

/** Asks again, on the person's own screens, for whatever shows what an own command changed; lists keep their place. */
export function refreshAfterCommand(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStaleAfter(changed, queryKey, ['everybody', 'figures']),
  });
}
