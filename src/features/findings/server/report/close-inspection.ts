import { v7 as uuid } from 'uuid';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { readLetterhead } from '#features/masters/server/office-document.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { toRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { sha256Of } from '#platform/server/files/stored-files.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { findingDocuments, type findingsContract } from '../../contract.ts';
import { findingCommand, reportFiles } from '../queries.ts';
import { readReport, reportDocument } from './inspection-report.ts';

type Days = InputOf<(typeof findingsContract)['closeInspection']>;

/** Closes an inspection. The report is drawn before the transaction, which would wait too long for it. */
export async function closeInspection(context: RequestContext, days: Days): Promise<{ id: string }> {
  const { services } = context;
  const now = context.now ?? new Date();
  assertWholeUniversity(services.db);
  const head = { ...(await readLetterhead(services, context)), printedAt: now };
  const report = await readReport(services.db, now);
  const pdf = Buffer.from(await renderPdf(reportDocument(head, { ...days, ...report })));
  const keep = findingCommand('closeInspection', async ({ db, actor, audit }, { from, to }) => {
    const { year, number, upToSequence, paras } = report;
    const id = uuid();
    const sha256 = sha256Of(pdf);
    const closed = { fromDay: from, toDay: to, upToSequence, closedBy: actor.id, closedAt: now };
    const row = { id, year, number, pdf, sha256, ...toRow(closed) };
    await db.insertInto('inspection_reports').values(row).execute();
    const rows = paras.map(({ id: finding_id, part, para }) => ({ report_id: id, finding_id, part, para }));
    if (rows.length > 0) await db.insertInto('report_paras').values(rows).execute();
    audit({
      event: 'findings.inspection_closed',
      record: { type: 'inspection_report', id, label: `${year}/${number}` },
      after: { from, to, upToSequence, paras: paras.map(({ para }) => para), sha256 },
    });
    return { id };
  });
  return keep({ ...context, now }, days);
}

/** `GET /api/inspection-reports/{id}/pdf`: the report as it was closed. */
export const reportRoute = servePdf(findingDocuments.report, ({ services: { db }, params }) => {
  assertWholeUniversity(db);
  return reportFiles(db)
    .where('id', '=', params.id!)
    .executeTakeFirstOrThrow(() => domainError('inspection_reports.not_found'));
});
