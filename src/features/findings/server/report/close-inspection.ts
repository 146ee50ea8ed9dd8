import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { readLetterhead } from '#features/masters/server/office-document.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { findingDocuments, type findingsContract } from '../../contract.ts';
import { readReport, reportDocument } from './inspection-report.ts';

type Days = InputOf<(typeof findingsContract)['closeInspection']>;

/** Closes an inspection. The report is drawn before the transaction, which would wait too long for it. */
export async function closeInspection(context: RequestContext, days: Days): Promise<{ id: string }> {
  const { services } = context;
  const now = context.now ?? new Date();
  assertWholeUniversity(services.db);
  const head = { ...(await readLetterhead(services, context)), printedAt: now };
  const { paras, upTo, ...name } = await readReport(services.db, now);
  const pdf = Buffer.from(await renderPdf(reportDocument(head, { ...name, ...days, paras, upTo })));
  const keep = command<Days, { id: string }>(
    'closeInspection',
    async ({ db, actor, audit }, { from, to }) => {
      const id = uuid();
      const sha256 = createHash('sha256').update(pdf).digest('hex');
      const closed = { from_day: from, to_day: to, closed_by: actor.id, closed_at: now };
      await db
        .insertInto('inspection_reports')
        .values({ id, ...name, ...closed, up_to_sequence: upTo, pdf, sha256 })
        .execute();
      const rows = paras.map(({ id: finding_id, part, para }) => ({ report_id: id, finding_id, part, para }));
      if (rows.length > 0) await db.insertInto('report_paras').values(rows).execute();
      audit({
        event: 'findings.inspection_closed',
        record: { type: 'inspection_report', id, label: `${name.year}/${name.number}` },
        after: { from, to, upToSequence: upTo, paras: paras.map(({ para }) => para), sha256 },
      });
      return { id };
    },
  );
  return keep({ ...context, now }, days);
}

/** `GET /api/inspection-reports/{id}/pdf`: the report as it was closed. */
export const reportRoute = servePdf(findingDocuments.report, async ({ services: { db }, params }) => {
  assertWholeUniversity(db);
  const { year, number, pdf } = await db
    .selectFrom('inspection_reports')
    .where('id', '=', params.id!)
    .select(['year', 'number', 'pdf'])
    .executeTakeFirstOrThrow(() => domainError('inspection_reports.not_found'));
  return { name: `inspection-report-${year}-${number}`, pdf };
});
