import { evidenceBundle } from '#features/audit/server/evidence-bundle.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { findingDocuments } from '../contract.ts';
import { getFinding } from './queries.ts';

/** `GET /api/findings/{id}/bundle`: the finding as JSON, in its report as PDF, and the evidence of its records. */
export const bundleRoute = serveBytes(
  findingDocuments.bundle,
  async ({ services, context, params, reply }) => {
    const finding = await getFinding(services.db, params.id!);
    const name = `finding-${finding.number.replace('/', '-')}`;
    recordView(context, 'document_viewed', { label: finding.number });
    const json = Buffer.from(JSON.stringify(finding, null, 2));
    const bundle = evidenceBundle(services, {
      records: [{ recordType: 'finding', recordId: finding.id }, ...recordsOf(finding)],
      documents: [{ name: 'finding.json', bytes: json }, ...(await reportsOf(services.db, finding.id))],
      fileIds: finding.entries.flatMap(({ fileId }) => fileId ?? []),
    });
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}.zip"`)
      .send(bundle);
  },
);

type RecordKey = { recordType: string; recordId: string };

/** Each record once, though several hits may be about it. */
function recordsOf({ items }: { items: readonly RecordKey[] }): RecordKey[] {
  const byKey = Map.groupBy(items, ({ recordType, recordId }) => `${recordType} ${recordId}`);
  return [...byKey.values()].map(([first]) => first!);
}

/** The newest report with the finding; a report is of the whole university. */
async function reportsOf(db: Db, findingId: string) {
  if (collegeOf(db) !== null) return [];
  const reports = await db
    .selectFrom('report_paras')
    .innerJoin('inspection_reports', 'inspection_reports.id', 'report_paras.report_id')
    .where('report_paras.finding_id', '=', findingId)
    .orderBy('inspection_reports.closed_at', 'desc')
    .limit(1)
    .select(['inspection_reports.year', 'inspection_reports.number', 'inspection_reports.pdf'])
    .execute();
  return reports.map(({ year, number, pdf }) => ({
    name: `inspection-report-${year}-${number}.pdf`,
    bytes: pdf,
  }));
}
