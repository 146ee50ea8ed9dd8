import { Readable } from 'node:stream';
import { recordView } from '#platform/server/files/record-view.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { proofFiles } from '../contract.ts';
import { assertWholeUniversity } from './queries.ts';
import { chainLines } from './read-chain.ts';
import { verifierPage } from './verifier-page.ts';

export const proofRoutes = [
  serveBytes(proofFiles.chain, async ({ services, context, reply }) => {
    assertWholeUniversity(services.db);
    // Not in the audit log: reading it must not lengthen it.
    recordView(context, 'document_viewed', { label: 'chain.jsonl' });
    return reply
      .type('application/x-ndjson')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="chain.jsonl"')
      .send(Readable.from(chainLines(services.exportDb)));
  }),
  serveBytes(proofFiles.verifier, async ({ reply }) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-disposition', 'attachment; filename="dikshant-verifier.html"')
      .send(await verifierPage()),
  ),
];
