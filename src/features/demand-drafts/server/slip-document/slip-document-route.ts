import { readLetterhead } from '#features/masters/server/office-document.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { depositSlipDocuments } from '../../slip-contract.ts';
import { printSlip } from '../commands/print-slip.ts';
import { getDepositSlip } from '../slip-queries.ts';
import { slipDocument } from './slip-document.ts';

/** `GET /api/deposit-slips/{id}/document`: the pay-in slip that goes to the bank with the drafts. */
export const slipDocumentRoute = servePdf(
  depositSlipDocuments.slip,
  async ({ services, context, params }) => {
    const slip = await getDepositSlip(services.db, params.id!);
    const pdf = await renderPdf(slipDocument(await readLetterhead(services, context), slip));
    // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
    await printSlip({ ...context, idempotencyKey: null }, slip);
    return { name: `deposit-slip-${slip.slipNumber}`, pdf };
  },
);
