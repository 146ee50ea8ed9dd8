import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { bundlesContract } from '../bundle-contract.ts';
import { countBundles, getBundle, listBundleColleges, listBundles } from './bundles.ts';
import { handOverBundle } from './commands/hand-over-bundle.ts';
import { recordSignatures } from './commands/record-signatures.ts';

const os = implement(bundlesContract).$context<RequestContext>();

export const bundlesRouter = os.router({
  listBundles: os.listBundles.handler(({ context, input }) =>
    listBundles(context.services.db, actorOf(context).scope, input),
  ),
  countBundles: os.countBundles.handler(({ context, input }) =>
    countBundles(context.services.db, actorOf(context).scope, input),
  ),
  listBundleColleges: os.listBundleColleges.handler(async ({ context }) => ({
    colleges: await listBundleColleges(context.services.db, actorOf(context).scope),
  })),
  getBundle: os.getBundle.handler(({ context, input }) =>
    getBundle(context.services.db, actorOf(context).scope, input.id),
  ),
  handOverBundle: os.handOverBundle.handler(({ context, input }) => handOverBundle(context, input)),
  recordSignatures: os.recordSignatures.handler(({ context, input }) => recordSignatures(context, input)),
});
