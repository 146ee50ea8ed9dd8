import { readPaperHead } from '#features/masters/server/office-paper.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { mostPosted, postingDocuments } from '../../posting-contract.ts';
import { printPostingPaper } from '../commands/print-posting-paper.ts';
import { addressLabels, postingList } from './posting-papers.ts';
import { listAddressed, listPosted } from './posting-queries.ts';

/** `GET /api/address-labels`: labels for certificates sent by post. */
const labelsRoute = servePaper(postingDocuments.labels, async ({ services, context, query }) => {
  const { firstLabel, ...filters } = query;
  const addressees = await listAddressed(services.db, filters);
  if (addressees.length === 0) throw domainError('posting.no_addresses');
  if (addressees.length > mostPosted) throw domainError('posting.too_many');
  const head = await readPaperHead(services, context);
  const pdf = await renderPaper(addressLabels(head, { addressees, firstLabel }));
  // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
  await printPostingPaper(
    { ...context, idempotencyKey: null },
    { event: 'certificates.labels_printed', filters, certificates: addressees.length },
  );
  return { name: 'address-labels', pdf };
});

/** `GET /api/posting-list`: what a carrier took on one day. */
const listRoute = servePaper(postingDocuments.list, async ({ services, context, query }) => {
  const posted = await listPosted(services.db, query);
  if (posted.length === 0) throw domainError('posting.nothing_posted');
  if (posted.length > mostPosted) throw domainError('posting.too_many');
  const head = await readPaperHead(services, context);
  const pdf = await renderPaper(postingList(head, { postedOn: query.postedOn, posted }));
  await printPostingPaper(
    { ...context, idempotencyKey: null },
    { event: 'certificates.posting_list_printed', filters: query, certificates: posted.length },
  );
  return { name: `posting-list-${query.postedOn}`, pdf };
});

export const postingRoutes: readonly ByteRoute[] = [labelsRoute, listRoute];
