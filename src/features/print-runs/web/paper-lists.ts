import { client } from '#features/client.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { printersSheet, proofsSheet } from '../columns.ts';
import type { Printer } from '../printer-contract.ts';
import type { Proof, ProofState } from '../proof-contract.ts';

/** Everything cached of the printers stands below this key. */
export const printersKey = ['printers'];

/** The same of the proof sheets. */
export const proofsKey = ['proofs'];

/** What changes with a proof sheet. */
export const changedByProof = [proofsKey, ['print-runs', 'one']];

export const printerList = listSource<Printer>({
  queryKey: [...printersKey, 'list'],
  sheet: printersSheet,
  page: client.printers.listPrinters,
  count: client.printers.countPrinters,
});

type ProofFilters = { state: 'all' | ProofState };

export const proofList = listSource<Proof, never, ProofFilters>({
  queryKey: [...proofsKey, 'list'],
  sheet: proofsSheet,
  page: client.proofs.listProofs,
  count: client.proofs.countProofs,
});
