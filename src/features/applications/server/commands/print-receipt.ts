import { command } from '#platform/server/command.ts';
import type { ApplicationDetail } from '../../contract.ts';

/** Audits that a receipt was printed, and the sums on it. */
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
