import { reprintCan } from '../../rules.ts';
import { decideRequest, reprintCommand } from '../decide-request.ts';

/** Rejects what somebody else asked for, and says why; if it was approved, the certificate leaves the print queue. */
export const rejectReprint = reprintCommand('rejectReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.reject,
    status: 'rejected',
    event: 'reprints.rejected',
  }),
);
