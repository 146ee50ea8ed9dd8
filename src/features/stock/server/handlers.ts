import { implement } from '@orpc/server';
import type { RequestContext } from '#server/context.ts';
import { stockContract } from '../contract.ts';
import { approveBlanks } from './commands/approve-blanks.ts';
import { receiveBlanks } from './commands/receive-blanks.ts';

const os = implement(stockContract).$context<RequestContext>();

export const stockRouter = os.router({
  receiveBlanks: os.receiveBlanks.handler(({ context, input }) => receiveBlanks(context, input)),
  approveBlanks: os.approveBlanks.handler(({ context, input }) => approveBlanks(context, input)),
});
