import { command } from '#platform/server/command.ts';
import type { Bundle } from '../../bundle-contract.ts';

/** Notes in the audit log that the list of a bundle was handed out. */
export const printBundleList = command('printBundleList', async ({ audit }, bundle: Bundle) => {
  audit({
    event: 'bundles.printed',
    record: { type: 'bundle', id: bundle.id, label: bundle.bundleNumber },
    after: { certificates: bundle.certificateCount, signed: bundle.signedCount },
  });
  return {};
});
