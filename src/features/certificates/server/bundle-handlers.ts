import { partOf } from '#platform/server/contract-part.ts';
import { bundlesContract } from '../bundle-contract.ts';
import { bundlesLayout } from '../columns.ts';
import { countBundles, getBundle, listBundleColleges, listBundles } from './bundles.ts';
import { handOverBundle } from './commands/hand-over-bundle.ts';
import { recordSignatures } from './commands/record-signatures.ts';

export const bundlesPart = partOf(bundlesContract, {
  queries: {
    listBundleColleges: async (db, scope) => ({ colleges: await listBundleColleges(db, scope) }),
    listBundles,
    countBundles,
    getBundle: (db, scope, { id }) => getBundle(db, scope, id),
  },
  commands: {
    handOverBundle,
    recordSignatures,
  },
  layouts: {
    listBundles: [bundlesLayout],
  },
});
