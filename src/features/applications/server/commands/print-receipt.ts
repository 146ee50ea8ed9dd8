import { command } from '#platform/server/command.ts';
import type { ApplicationDetail } from '../../contract.ts';

/** Notes in the audit log that a receipt was handed out, and which sums it showed. */
export const printReceipt = command('printReceipt', async ({ audit }, application: ApplicationDetail) => {
  const { id, registrationNumber, collegeId, totalAmount, paidAmount, pendingAmount } = application;
  audit({
    event: 'applications.receipt_printed',
    record: { type: 'application', id, label: registrationNumber },
    collegeId,
    after: { totalAmount, paidAmount, pendingAmount },
  });
  return {};
});
