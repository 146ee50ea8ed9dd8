import type { AnyContractProcedure } from '@orpc/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OperationMeta } from '#platform/contract/operation.ts';

/** Operations by name, in sections. */
export type ContractSections = Record<string, Record<string, AnyContractProcedure>>;

/** Tags of events; `everything` if unknown. */
export type Changed = ReadonlySet<string> | 'everything';

type Reads = Pick<OperationMeta, 'reads' | 'follows'>;

const readsOfOperations = new Map<string, Reads>();

/** Registers what a contract's operations read. A query's key begins with its operation's path in the contract. */
export function rememberReads(contract: ContractSections): void {
  for (const [section, operations] of Object.entries(contract)) {
    for (const [name, operation] of Object.entries(operations))
      readsOfOperations.set(`${section}.${name}`, operation['~orpc'].meta as OperationMeta);
  }
}

/** Whether a change invalidates the query with this key, if its `follows` is among `by`. */
export function isStaleAfter(changed: Changed, queryKey: QueryKey, by: readonly Reads['follows'][]): boolean {
  const [place] = queryKey;
  const operation = Array.isArray(place) ? readsOfOperations.get(place.join('.')) : undefined;
  // The contract built for browsers omits the default.
  if (!operation || !by.includes(operation.follows ?? 'everybody')) return false;
  return (
    changed === 'everything' || operation.reads === 'all' || operation.reads.some((tag) => changed.has(tag))
  );
}

/** Refetches the person's own queries that a command made stale; lists keep their scroll position. */
export function refreshAfterCommand(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStaleAfter(changed, queryKey, ['everybody', 'figures']),
  });
}
