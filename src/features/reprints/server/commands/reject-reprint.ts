import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { reprintsContract } from '../../contract.ts';
import { reprintCan } from '../../rules.ts';
import { decideRequest, leaveQueue } from '../decide-request.ts';

/** Rejects what somebody else asked for, and says why; if it was approved, the certificate leaves the print queue. */
export const rejectReprint = command(
  'rejectReprint',
  async (transaction, input: InputOf<typeof reprintsContract.rejectReprint>) =>
    decideRequest(transaction, input, {
      may: reprintCan.reject,
      status: 'rejected',
      event: 'reprints.rejected',
      move: leaveQueue,
    }),
);
