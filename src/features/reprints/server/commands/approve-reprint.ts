import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { reprintsContract } from '../../contract.ts';
import { reprintCan } from '../../rules.ts';
import { decideRequest, joinQueue } from '../decide-request.ts';

/** Approves what somebody else asked for: the certificate joins the print queue, and the request keeps what it was before. */
export const approveReprint = command(
  'approveReprint',
  async (transaction, input: InputOf<typeof reprintsContract.approveReprint>) =>
    decideRequest(transaction, input, {
      may: reprintCan.approve,
      status: 'approved',
      event: 'reprints.approved',
      move: joinQueue,
    }),
);
