import { readPaperHead } from '#features/masters/server/office-paper.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { depositSlipDocuments } from '../../slip-contract.ts';
import { printSlip } from '../commands/print-slip.ts';
import { getDepositSlip } from '../slip-queries.ts';
import { slipDocument } from './slip-document.ts';

/** `GET /api/deposit-slips/{id}/document`: the pay-in slip that goes to the bank with the drafts. */
export const slipDocumentRoute = servePaper(
  depositSlipDocuments.slip,
  async ({ services, context, params }) => {
    const slip = await getDepositSlip(services.db, params.id!);
    const pdf = await renderPaper(slipDocument(await readPaperHead(services, context), slip));
    // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
    await printSlip({ ...context, idempotencyKey: null }, slip);
    return { name: `deposit-slip-${slip.slipNumber}`, pdf };
  },
);
