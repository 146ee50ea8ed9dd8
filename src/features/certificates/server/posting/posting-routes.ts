import { readLetterhead } from '#features/masters/server/office-document.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { maximumPosted, postingDocuments } from '../../posting-contract.ts';
import { recordPostingPrint } from '../commands/record-posting-print.ts';
import { addressLabels, postingList } from './posting-documents.ts';
import { listAddressed, listPosted } from './posting-queries.ts';

/** `GET /api/address-labels`: labels for certificates sent by post. */
const labelsRoute = servePdf(postingDocuments.labels, async ({ services, context, query }) => {
  const { firstLabel, ...filters } = query;
  const addressees = await listAddressed(services.db, filters);
  if (addressees.length === 0) throw domainError('posting.no_addresses');
  if (addressees.length > maximumPosted) throw domainError('posting.too_many');
  const head = await readLetterhead(services, context);
  const pdf = await renderPdf(addressLabels(head, { addressees, firstLabel }));
  // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
  await recordPostingPrint(
    { ...context, idempotencyKey: null },
    { event: 'certificates.labels_printed', filters, certificates: addressees.length },
  );
  return { name: 'address-labels', pdf };
});

/** `GET /api/posting-list`: what a carrier took on one day. */
const listRoute = servePdf(postingDocuments.list, async ({ services, context, query }) => {
  const posted = await listPosted(services.db, query);
  if (posted.length === 0) throw domainError('posting.nothing_posted');
  if (posted.length > maximumPosted) throw domainError('posting.too_many');
  const head = await readLetterhead(services, context);
  const pdf = await renderPdf(postingList(head, { postedOn: query.postedOn, posted }));
  await recordPostingPrint(
    { ...context, idempotencyKey: null },
    { event: 'certificates.posting_list_printed', filters: query, certificates: posted.length },
  );
  return { name: `posting-list-${query.postedOn}`, pdf };
});

export const postingRoutes: readonly ByteRoute[] = [labelsRoute, listRoute];
