import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { type Letterhead, readLetterhead } from '#features/masters/server/office-document.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { dayInIndia } from '#shared/format.ts';
import { findingParts, type findingsContract } from '../../contract.ts';
import { assertWholeUniversity } from '../queries.ts';
import { inspectionReport } from './inspection-report.ts';
import { type ReportContent, readReportContent } from './report-content.ts';

type Days = InputOf<(typeof findingsContract)['closeInspection']>;
type Closing = { content: ReportContent; pdf: Uint8Array; upTo: number };

/**
 * Closes an inspection. The report is made before the transaction, which would wait too long for it, and refused if a
 * finding changed meanwhile.
 */
export async function closeInspection(context: RequestContext, days: Days): Promise<{ id: string }> {
  const { services } = context;
  const now = context.now ?? new Date();
  assertWholeUniversity(services.db);
  if (days.from > days.to || days.to > dayInIndia(now))
    throw invalidInput([fieldError('to', 'findings.days_of_inspection')]);
  const head: Letterhead = { ...(await readLetterhead(services, context)), printedAt: now };
  const upTo = await readHead(services.db);
  const content = await readReportContent(services.db, { ...days, at: now });
  const pdf = await renderPdf(inspectionReport(head, { content, upTo, closedAt: now }));
  const close = command<Days, { id: string }>('closeInspection', (transaction) =>
    writeReport(transaction, { content, pdf, upTo }),
  );
  return close(context, days);
}

async function writeReport(transaction: CommandTransaction, { content, pdf, upTo }: Closing) {
  const { db, actor, now, audit } = transaction;
  const { year, number, from, to, paras } = content;
  if (!isDeepStrictEqual(await readReportContent(db, { from, to, at: now }), content))
    throw domainError('findings.changed_since');
  const id = uuid();
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const days = { from_day: from, to_day: to };
  const closed = { closed_by: actor.id, closed_at: now };
  await db
    .insertInto('inspection_reports')
    .values({ id, year, number, ...days, ...closed, up_to_sequence: upTo, pdf: Buffer.from(pdf), sha256 })
    .execute();
  const rows = findingParts.flatMap((part) =>
    paras[part].map(({ para, finding }) => ({ report_id: id, finding_id: finding.id, part, para })),
  );
  if (rows.length > 0) await db.insertInto('report_paras').values(rows).execute();

  audit({
    event: 'findings.inspection_closed',
    record: { type: 'inspection_report', id, label: `${year}/${number}` },
    after: { from, to, upToSequence: upTo, paras: rows.map(({ para }) => para), sha256 },
  });
  return { id };
}

/** The number of the newest event of the audit log. */
async function readHead(db: Db): Promise<number> {
  const { sequence } = await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
  return sequence;
}
