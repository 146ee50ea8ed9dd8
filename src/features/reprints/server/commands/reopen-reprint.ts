import { reprintCan } from '../../rules.ts';
import { decideRequest, reprintCommand } from '../decide-request.ts';

/** Takes a decision back while nothing was printed: the request is pending again, and its certificate what it was. */
export const reopenReprint = reprintCommand('reopenReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.reopen,
    status: null,
    event: 'reprints.reopened',
  }),
);
