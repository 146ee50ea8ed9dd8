import { sql } from 'kysely';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { languageOfReader, sentenceOf } from '#features/exceptions/server/words-of-rules.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { dayInIndia } from '#shared/format.ts';
import {
  Finding,
  type FindingDetail,
  FindingEntry,
  type FindingFilters,
  type findingsContract,
  InspectionReport,
} from '../contract.ts';

export const findingCommand = commandOf<typeof findingsContract>();

export const numbered = sql<string>`year || '/' || number`;
const newestSequence = sql<number>`(select max(sequence) from finding_entries where finding_id = findings.id)`;

export const findings = listQueries({
  order: newestFirst('findings.raised_at', 'findings.id'),
  queue: ({ state }: FindingFilters) =>
    ['due', 'open', 'replied'].includes(state)
      ? { column: 'newest.written_at', type: 'timestamptz' }
      : undefined,
  rows: (db, { state, search }) => {
    const texts = sql`${numbered}, findings.title, raiser.name, colleges.name,
      (select string_agg(text, E'\n') from finding_entries where finding_id = findings.id)`;
    const rows = findingRows(db).where(hasTerm(texts, search));
    if (state === 'due') return rows.where('findings.due_on', '<=', dayInIndia(new Date()));
    return state === 'all' ? rows : rows.where('findings.state', '=', state);
  },
  record: toFinding,
});

export function findingRows(db: Db) {
  return db
    .selectFrom('findings')
    .innerJoin('staff as raiser', 'raiser.id', 'findings.raised_by')
    .leftJoin('colleges', 'colleges.id', 'findings.college_id')
    .innerJoin('finding_entries as newest', (join) =>
      join.onRef('newest.finding_id', '=', 'findings.id').on('newest.sequence', '=', newestSequence),
    )
    .select(['findings.id', 'title', 'part', 'state', 'findings.due_on', 'raised_at', 'findings.version'])
    .select([
      'findings.college_id',
      'raised_by',
      'raiser.name as raiser_name',
      'colleges.name as college_name',
    ])
    .select(numbered.as('number'))
    .select((eb) =>
      eb
        .selectFrom('report_paras')
        .whereRef('finding_id', '=', 'findings.id')
        .limit(1)
        .select('para')
        .as('para'),
    );
}

function toFinding(row: RowOf<typeof findingRows>): Finding {
  return fromRow(Finding, row, {
    isOverdue: row.due_on !== null && row.due_on < dayInIndia(new Date()),
    raisedBy: row.raiser_name,
  });
}

export async function getFinding(db: Db, id: string): Promise<FindingDetail> {
  const row = await findingRows(db)
    .where('findings.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('findings.not_found'));
  const entries = await db
    .selectFrom('finding_entries')
    .innerJoin('staff', 'staff.id', 'written_by')
    .where('finding_id', '=', id)
    .orderBy('sequence')
    .select(['finding_entries.id', 'kind', 'text', 'file_id', 'name as written_by', 'written_at'])
    .execute();
  return {
    ...toFinding(row),
    entries: entries.map((entry) => fromRow(FindingEntry, entry)),
    items: await itemsOf(db, id),
  };
}

async function itemsOf(db: Db, id: string): Promise<FindingDetail['items']> {
  const rows = await db
    .selectFrom('finding_items as item')
    .innerJoin('exception_hits as hit', 'hit.id', 'hit_id')
    .where('finding_id', '=', id)
    .orderBy('item.label')
    .orderBy('hit_id')
    .select(['hit.id', 'item.record_type as recordType', 'item.record_id as recordId'])
    .select(['item.label as recordLabel', 'rule', 'parts'])
    .execute();
  const language = await languageOfReader(db);
  return rows.map(({ rule, parts, ...record }) => ({
    ...record,
    sentence: inLanguage(language, () => sentenceOf(rule, parts)),
  }));
}

/** The last first; few enough to list all of them. Each has findings about every college. */
export async function listInspectionReports(db: Db) {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('inspection_reports')
    .orderBy('closed_at', 'desc')
    .select(['id', 'from_day', 'to_day', numbered.as('number')])
    .execute();
  return { reports: rows.map((row) => fromRow(InspectionReport, row)) };
}

/** Each with the name of its file. */
export function reportFiles(db: Db) {
  const name = sql<string>`'inspection-report-' || year || '-' || number`.as('name');
  return db.selectFrom('inspection_reports').select(['pdf', name]);
}
