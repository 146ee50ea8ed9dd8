import { api } from '#features/client.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { printersLayout, proofsLayout } from '../columns.ts';
import type { Printer } from '../printer-contract.ts';
import type { Proof, ProofState } from '../proof-contract.ts';

export const printerList = listSource<Printer>({
  layout: printersLayout,
  page: api.printers.listPrinters,
  count: api.printers.countPrinters,
  addedBy: ['printers.added'],
});

type ProofFilters = { state: 'all' | ProofState };

export const proofList = listSource<Proof, never, ProofFilters>({
  layout: proofsLayout,
  page: api.proofs.listProofs,
  count: api.proofs.countProofs,
  addedBy: ['proofs.made'],
});
