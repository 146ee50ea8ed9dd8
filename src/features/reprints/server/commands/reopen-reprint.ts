import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { reprintsContract } from '../../contract.ts';
import { reprintCan } from '../../rules.ts';
import { decideRequest, leaveQueue } from '../decide-request.ts';

/** Takes a decision back while nothing was printed: the request is pending again, and its certificate what it was. */
export const reopenReprint = command(
  'reopenReprint',
  async (transaction, input: InputOf<typeof reprintsContract.reopenReprint>) =>
    decideRequest(transaction, input, {
      may: reprintCan.reopen,
      status: null,
      event: 'reprints.reopened',
      move: leaveQueue,
    }),
);
