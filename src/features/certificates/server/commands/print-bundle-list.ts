import { command } from '#platform/server/command.ts';
import { collegeOfRow } from '#platform/server/db/college-of-row.ts';
import type { Bundle } from '../../bundle-contract.ts';

/** Audits that the list of a bundle was printed. */
export const printBundleList = command('printBundleList', async ({ db, audit }, bundle: Bundle) => {
  audit({
    event: 'bundles.printed',
    record: { type: 'bundle', id: bundle.id, label: bundle.bundleNumber },
    collegeId: await collegeOfRow(db, 'bundles', bundle.id),
    after: { certificates: bundle.certificateCount, signed: bundle.signedCount },
  });
  return {};
});
