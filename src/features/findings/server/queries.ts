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
  FindingItem,
  type findingsContract,
  InspectionReport,
} from '../contract.ts';

export const findingCommand = commandOf<typeof findingsContract>();

const newestSequence = sql<number>`(select max(sequence) from finding_entries where finding_id = findings.id)`;
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
    .innerJoin('finding_entries as newest', (join) =>
      join.onRef('newest.finding_id', '=', 'findings.id').on('newest.sequence', '=', newestSequence),
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

function filtered(db: Db, { state, search }: FindingFilters) {
  const texts = sql`${findingNumber}, findings.title, raiser.name, colleges.name,
    (select string_agg(text, E'\n') from finding_entries where finding_id = findings.id)`;
  const rows = findingRows(db).where(hasTerm(texts, search));
  if (state === 'due') return rows.where('findings.due_on', '<=', dayInIndia(new Date()));
  return state === 'all' ? rows : rows.where('findings.state', '=', state);
}

type FindingRow = RowOf<typeof findingRows>;

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

async function entriesOf(db: Db, id: string): Promise<FindingEntry[]> {
  const rows = await db
    .selectFrom('finding_entries')
    .innerJoin('staff', 'staff.id', 'finding_entries.written_by')
    .where('finding_id', '=', id)
    .orderBy('sequence')
    .selectAll('finding_entries')
    .select('staff.name')
    .execute();
  return rows.map((row) => fromRow(FindingEntry, row, { writtenBy: row.name }));
}

async function itemsOf(db: Db, id: string): Promise<FindingItem[]> {
  const language = await languageOfReader(db);
  const rows = await db
    .selectFrom('finding_items')
    .innerJoin('exception_hits', 'exception_hits.id', 'finding_items.hit_id')
    .where('finding_id', '=', id)
    .orderBy('finding_items.label')
    .orderBy('finding_items.hit_id')
    .selectAll('finding_items')
    .select(['exception_hits.rule', 'exception_hits.parts'])
    .execute();
  return rows.map(({ rule, parts, ...row }) => {
    const sentence = inLanguage(language, () => sentenceOf(rule, parts));
    return fromRow(FindingItem, row, { sentence });
  });
}

/** The last first; few enough to list all of them. Each has findings about every college. */
export async function listInspectionReports(db: Db) {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('inspection_reports')
    .orderBy('closed_at', 'desc')
    .select(['id', 'from_day', 'to_day', sql<string>`year || '/' || number`.as('number')])
    .execute();
  return { reports: rows.map((row) => fromRow(InspectionReport, row)) };
}
