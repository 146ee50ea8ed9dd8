import { domainError } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { findingDocuments } from '../../contract.ts';
import { assertWholeUniversity } from '../queries.ts';

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
