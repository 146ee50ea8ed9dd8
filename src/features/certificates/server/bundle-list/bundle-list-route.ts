import { readLetterhead } from '#features/masters/server/office-document.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { bundleDocuments } from '../../bundle-contract.ts';
import { getBundle } from '../bundles.ts';
import { printBundleList } from '../commands/print-bundle-list.ts';
import { bundleList } from './bundle-list.ts';

/** `GET /api/bundles/{id}/document`: the list that accompanies a bundle and is signed. */
export const bundleListRoute = servePdf(bundleDocuments.list, async ({ services, context, params }) => {
  const bundle = await getBundle(services.db, params.id!);
  const pdf = await renderPdf(bundleList(await readLetterhead(services, context), bundle));
  // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
  await printBundleList({ ...context, idempotencyKey: null }, bundle);
  return { name: `bundle-${bundle.bundleNumber}`, pdf };
});
