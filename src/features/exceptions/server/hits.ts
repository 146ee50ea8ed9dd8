import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { readerOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Parts } from '#platform/server/exceptions/rule.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import type { PageRequest } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import {
  ExceptionHit,
  type ExceptionHitDetail,
  ExceptionNote,
  type HitFilters,
  type HitState,
} from '../contract.ts';
import { languageOfReader, ruleNamed, titleOf } from './words-of-rules.ts';

const hits = listQueries({
  order: newestFirst('exception_hits.at', 'exception_hits.id'),
  rows: filtered,
  record: (row) => row,
});

/** Its sentences are in the reader's language. */
export const exceptionHits = {
  ...hits,
  async page(db: Db, input: HitFilters & PageRequest) {
    const language = await languageOfReader(db);
    const { rows, nextCursor } = await hits.page(db, input);
    return { rows: rows.map((row) => toHit(row, language)), nextCursor };
  },
};

export async function getExceptionHit(db: Db, id: string): Promise<ExceptionHitDetail> {
  const language = await languageOfReader(db);
  const row = await shownHits(db, await findLastVisit(db))
    .where('exception_hits.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('exceptions.not_found'));
  const notes = await db
    .selectFrom('exception_notes')
    .innerJoin('staff', 'staff.id', 'exception_notes.written_by')
    .select(['text', 'until', 'file_id', 'staff.name as written_by', 'written_at'])
    .where('hit_id', '=', id)
    .orderBy('written_at', 'desc')
    .orderBy('exception_notes.id', 'desc')
    .execute();
  return {
    ...toHit(row, language),
    parts: row.parts as ExceptionHitDetail['parts'],
    notes: notes.map((note) => fromRow(ExceptionNote, note)),
  };
}

/** The reader's sign-in before the last one; null before there are two. */
export async function findLastVisit(db: Db): Promise<Date | null> {
  const reader = readerOf(db);
  if (reader === null) return null;
  const row = await db
    .selectFrom('audit_events')
    .select('at')
    .where('actor_id', '=', reader)
    .where('event', '=', 'auth.signed_in')
    .orderBy('sequence', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  return row ? new Date(row.at) : null;
}

/** All hits with their newest explanation (`note`) and their state for the reader. */
export function hitsWithState(db: Db, lastVisit: Date | null) {
  return db
    .selectFrom('exception_hits')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('exception_notes')
          .select(['exception_notes.id', 'exception_notes.until', 'exception_notes.parts'])
          .whereRef('exception_notes.hit_id', '=', 'exception_hits.id')
          .orderBy('exception_notes.written_at', 'desc')
          .orderBy('exception_notes.id', 'desc')
          .limit(1)
          .as('note'),
      (join) => join.onTrue(),
    )
    .select(stateSince(lastVisit).as('state'));
}

function stateSince(lastVisit: Date | null) {
  return sql<HitState>`case
    when exception_hits.gone_at is not null then 'gone'
    when note.until >= ${dayInIndia(new Date())}::date and note.parts = exception_hits.parts then 'explained'
    when note.id is not null then 'lapsed'
    when exception_hits.first_seen > coalesce(${lastVisit}::timestamptz, '-infinity') then 'new'
    else 'open' end`;
}

function shownHits(db: Db, lastVisit: Date | null) {
  return hitsWithState(db, lastVisit)
    .leftJoin('staff as person', 'person.id', 'exception_hits.person_id')
    .leftJoin('colleges', 'colleges.id', 'exception_hits.college_id')
    .selectAll('exception_hits')
    .select(['note.until as explained_until', 'person.name as person_name', 'colleges.name as college_name']);
}

/** What the auditor has still to look at. */
const openStates: readonly HitState[] = ['new', 'open', 'lapsed'];

async function filtered(db: Db, { search, rule, state, collegeId, from, to }: HitFilters) {
  const lastVisit = await findLastVisit(db);
  let rows = shownHits(db, lastVisit).where(onDays('exception_hits.at', { from, to }));
  if (rule !== undefined) rows = rows.where('exception_hits.rule', '=', rule);
  if (collegeId !== 'all') rows = rows.where('exception_hits.college_id', '=', collegeId);
  if (state !== 'all') {
    const states = state === 'open' ? openStates : [state];
    rows = rows.where(sql<boolean>`${stateSince(lastVisit)} = any (${states}::text[])`);
  }
  const texts = sql`exception_hits.label, exception_hits.parts::text, person.name, colleges.name`;
  return search ? rows.where(hasTerm(texts, search)) : rows;
}

type HitRow = RowOf<typeof shownHits>;

function toHit(row: HitRow, language: Language): ExceptionHit {
  const rule = ruleNamed(row.rule);
  return inLanguage(language, () =>
    fromRow(ExceptionHit, row, {
      title: titleOf(row.rule),
      severity: rule?.severity ?? 'look',
      sentence: rule?.sentence(row.parts as Parts) ?? titleOf(row.rule),
      recordLabel: row.label,
      limits: row.limits as ExceptionHit['limits'],
    }),
  );
}
