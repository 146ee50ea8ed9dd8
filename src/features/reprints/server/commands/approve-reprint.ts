import { reprintCan } from '../../rules.ts';
import { decideRequest, reprintCommand } from '../decide-request.ts';

/** Approves what somebody else asked for: the certificate joins the print queue, and the request keeps what it was before. */
export const approveReprint = reprintCommand('approveReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.approve,
    status: 'approved',
    event: 'reprints.approved',
  }),
);
