import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { printersSheet, proofsSheet } from '../columns.ts';
import type { Printer } from '../printer-contract.ts';
import type { Proof, ProofState } from '../proof-contract.ts';

/** Everything cached of the printers stands below this key. */
export const printersKey = ['printers'];

/** The same of the proof sheets. */
export const proofsKey = ['proofs'];

/** What changes with a proof sheet. */
export const changedByProof = [proofsKey, ['print-runs', 'one']];

export const printerList: ListSource<Printer, never, Record<string, never>> = {
  queryKey: [...printersKey, 'list'],
  fetchPage: ({ search, offset, limit, cursor }, options) =>
    client.printers.listPrinters({ search, offset, limit, cursor }, options),
  fetchCount: ({ search }, options) => client.printers.countPrinters({ search }, options),
  exportOf: ({ search }) => ({ sheet: printersSheet, input: { search } }),
};

type ProofFilters = { state: 'all' | ProofState };

export const proofList: ListSource<Proof, never, ProofFilters> = {
  queryKey: [...proofsKey, 'list'],
  fetchPage: ({ search, filters, offset, limit, cursor }, options) =>
    client.proofs.listProofs({ search, ...filters, offset, limit, cursor }, options),
  fetchCount: ({ search, filters }, options) => client.proofs.countProofs({ search, ...filters }, options),
  exportOf: ({ search, filters }) => ({ sheet: proofsSheet, input: { search, ...filters } }),
};
