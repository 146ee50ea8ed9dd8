import { sql } from 'kysely';
import { languageOfReader, sentenceOf } from '#features/exceptions/server/words-of-rules.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { dayInIndia } from '#shared/format.ts';
import {
  Finding,
  type FindingDetail,
  type FindingEntry,
  type FindingFilters,
  type FindingItem,
  type findingsContract,
  InspectionReport,
} from '../contract.ts';

export const findingCommand = commandOf<typeof findingsContract>();

/** A report has findings about every college, so staff of one college may not see it. */
export function assertWholeUniversity(db: Db): void {
  if (collegeOf(db) !== null) throw domainError('findings.university_only');
}

const findingNumber = sql<string>`findings.year || '/' || findings.number`;

export const findings = listQueries({
  order: newestFirst('findings.raised_at', 'findings.id'),
  queue: ({ state }: FindingFilters) =>
    ['due', 'open', 'replied'].includes(state)
      ? { column: 'newest.written_at', type: 'timestamptz' }
      : undefined,
  rows: filtered,
  record: toFinding,
});

export function findingRows(db: Db) {
  return db
    .selectFrom('findings')
    .innerJoin('staff as raiser', 'raiser.id', 'findings.raised_by')
    .leftJoin('colleges', 'colleges.id', 'findings.college_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('finding_entries')
          .whereRef('finding_entries.finding_id', '=', 'findings.id')
          .orderBy('finding_entries.sequence', 'desc')
          .limit(1)
          .select('finding_entries.written_at')
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['findings.id', 'findings.title', 'findings.part', 'findings.state', 'findings.due_on'])
    .select(['findings.raised_at', 'findings.version', 'findings.college_id', 'findings.raised_by'])
    .select(['raiser.name as raiser_name', 'colleges.name as college_name', findingNumber.as('number')])
    .select((eb) =>
      eb
        .selectFrom('report_paras')
        .whereRef('report_paras.finding_id', '=', 'findings.id')
        .limit(1)
        .select('report_paras.para')
        .as('para'),
    );
}

function filtered(db: Db, { state, search, from, to }: FindingFilters) {
  const texts = sql`${findingNumber}, findings.title, raiser.name, colleges.name,
    (select string_agg(text, E'\n') from finding_entries where finding_id = findings.id)`;
  const rows = findingRows(db)
    .where(onDays('findings.raised_at', { from, to }))
    .where(hasTerm(texts, search));
  if (state === 'due') return rows.where('findings.due_on', '<=', dayInIndia(new Date()));
  return state === 'all' ? rows : rows.where('findings.state', '=', state);
}

export type FindingRow = RowOf<typeof findingRows>;

function toFinding(row: FindingRow): Finding {
  return fromRow(Finding, row, {
    isOverdue: row.due_on !== null && row.due_on < dayInIndia(new Date()),
    raisedBy: row.raiser_name,
  });
}

export async function getFinding(db: Db, id: string): Promise<FindingDetail> {
  const row = await findingRows(db)
    .where('findings.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  return { ...toFinding(row), entries: await entriesOf(db, id), items: await itemsOf(db, id) };
}

async function itemsOf(db: Db, id: string): Promise<FindingItem[]> {
  const language = await languageOfReader(db);
  const rows = await db
    .selectFrom('finding_items')
    .leftJoin('exception_hits', 'exception_hits.id', 'finding_items.hit_id')
    .where('finding_items.finding_id', '=', id)
    .orderBy('finding_items.label')
    .orderBy('finding_items.record_id')
    .selectAll('finding_items')
    .select(['exception_hits.rule', 'exception_hits.parts'])
    .execute();
  return rows.map(({ rule, parts, ...item }) => ({
    recordType: item.record_type,
    recordId: item.record_id,
    label: item.label,
    hitId: item.hit_id,
    sentence: rule && inLanguage(language, () => sentenceOf(rule, parts)),
  }));
}

async function entriesOf(db: Db, id: string): Promise<FindingEntry[]> {
  const rows = await db
    .selectFrom('finding_entries')
    .innerJoin('staff', 'staff.id', 'finding_entries.written_by')
    .where('finding_entries.finding_id', '=', id)
    .orderBy('finding_entries.sequence')
    .selectAll('finding_entries')
    .select(['staff.name', fileOf('finding_entries.file_id').as('file')])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FindingEntry['kind'],
    text: row.text,
    dueOn: row.due_on,
    fileId: row.file_id,
    file: row.file,
    writtenBy: row.name,
    writtenAt: row.written_at.toISOString(),
  }));
}

/** Few enough to list all of them. */
export async function listInspectionReports(db: Db): Promise<{ reports: InspectionReport[] }> {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('inspection_reports')
    .innerJoin('staff', 'staff.id', 'inspection_reports.closed_by')
    .orderBy('inspection_reports.closed_at', 'desc')
    .select(['inspection_reports.id', 'from_day', 'to_day', 'up_to_sequence', 'closed_at', 'sha256'])
    .select([sql<string>`year || '/' || number`.as('number'), 'staff.name'])
    .select((eb) =>
      eb
        .selectFrom('report_paras')
        .whereRef('report_paras.report_id', '=', 'inspection_reports.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('para_count'),
    )
    .execute();
  return { reports: rows.map(({ name, ...row }) => fromRow(InspectionReport, row, { closedBy: name })) };
}
