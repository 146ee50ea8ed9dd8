import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { copiesContract } from '../copy-contract.ts';
import { cancelCopy } from './commands/cancel-copy.ts';
import { listCopies } from './copies.ts';

const os = implement(copiesContract).$context<RequestContext>();

export const copiesRouter = os.router({
  listCopies: os.listCopies.handler(({ context, input }) =>
    listCopies(context.services.db, actorOf(context).scope, input.id),
  ),
  cancelCopy: os.cancelCopy.handler(({ context, input }) => cancelCopy(context, input)),
});
