import { evidenceBundle } from '#features/audit/server/evidence-bundle.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { findingDocuments } from '../contract.ts';
import { getFinding, reportFiles } from './queries.ts';

/** `GET /api/findings/{id}/bundle`: the finding as JSON, its newest report as PDF, and the evidence of its records. */
export const bundleRoute = serveBytes(
  findingDocuments.bundle,
  async ({ services, context, params, reply }) => {
    const { db } = services;
    const finding = await getFinding(db, params.id!);
    const { id, number, items, entries } = finding;
    recordView(context, 'document_viewed', { label: number });
    const newest = reportFiles(db)
      .innerJoin('report_paras', 'report_paras.report_id', 'inspection_reports.id')
      .where('report_paras.finding_id', '=', id)
      .orderBy('closed_at', 'desc')
      .limit(1);
    // A report is of the whole university.
    const reports = collegeOf(db) === null ? await newest.execute() : [];
    // Several hits may be about one record.
    const records = new Map(
      [{ recordType: 'finding', recordId: id }, ...items].map(({ recordType, recordId }) => [
        `${recordType} ${recordId}`,
        { recordType, recordId },
      ]),
    );
    const bundle = evidenceBundle(services, {
      records: [...records.values()],
      documents: [
        { name: 'finding.json', content: [Buffer.from(JSON.stringify(finding, null, 2))] },
        ...reports.map(({ name, pdf }) => ({ name: `${name}.pdf`, content: [pdf] })),
      ],
      fileIds: entries.flatMap(({ fileId }) => fileId ?? []),
    });
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="finding-${number.replace('/', '-')}.zip"`)
      .send(bundle);
  },
);
