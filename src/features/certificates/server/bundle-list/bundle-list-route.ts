import { actorOf } from '#platform/server/context.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sendPdf } from '#platform/server/http/send-pdf.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { getBundle } from '../bundles.ts';
import { printBundleList } from '../commands/print-bundle-list.ts';
import { bundleList } from './bundle-list.ts';

/** `GET /api/bundles/{id}/document`: the list that goes along with the bundle and is signed. */
export const bundleListRoute = byteRoute({
  method: 'GET',
  path: '/bundles/{id}/document',
  summary:
    'The list of a bundle, with places to sign for the college and for each student: PDF/A, as many A4 pages as it needs.',
  access: 'certificates:read',
  answers: { description: 'The PDF.', types: ['application/pdf'] },
  notFound: 'bundles.not_found',
  errors: ['papers.letters_missing'],
  handle: async ({ services, context, params, reply }) => {
    const bundle = await getBundle(services.db, actorOf(context).scope, params.id!);
    const pdf = await renderPaper(bundleList(services.settings.university, bundle));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printBundleList({ ...context, idempotencyKey: null }, bundle);
    return sendPdf(reply, pdf, `bundle-${bundle.bundleNumber}.pdf`);
  },
});
