import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { readerOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import {
  ExceptionHit,
  type ExceptionHitDetail,
  ExceptionNote,
  type HitFilters,
  type HitState,
} from '../contract.ts';
import { languageOfReader, limitsInWords, sentenceOf } from './words-of-rules.ts';

export const exceptionHits = listQueries({
  order: newestFirst('exception_hits.at', 'exception_hits.id'),
  rows: filtered,
  record: toHit,
});

export async function getExceptionHit(db: Db, { id }: { id: string }): Promise<ExceptionHitDetail> {
  const row = await (await hitsForReader(db))
    .where('exception_hits.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('exceptions.not_found'));
  const notes = await db
    .selectFrom('exception_notes')
    .innerJoin('staff', 'staff.id', 'exception_notes.written_by')
    .select(['text', 'until', 'file_id', 'staff.name as written_by', 'written_at'])
    .where('hit_id', '=', id)
    .orderBy('exception_notes.sequence', 'desc')
    .execute();
  return {
    ...toHit(row),
    limits: inLanguage(row.language, () => limitsInWords(row.rule, row.limits as Record<string, number>)),
    notes: notes.map((note) => fromRow(ExceptionNote, note)),
  };
}

/** The reader's sign-in before the last one; null before there are two. */
export async function findLastVisit(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('audit_events')
    .select('at')
    .where('actor_id', '=', readerOf(db))
    .where('event', '=', 'auth.signed_in')
    .orderBy('sequence', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What the auditor has still to look at. */
export const openStates: readonly HitState[] = ['new', 'open', 'lapsed'];

/** All hits with their state for the reader, by the newest explanation, and the reader's language. */
export async function hitsForReader(db: Db) {
  const [language, lastVisit] = [await languageOfReader(db), await findLastVisit(db)];
  const hits = db
    .selectFrom('exception_hits')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('exception_notes')
          .selectAll('exception_notes')
          .whereRef('exception_notes.hit_id', '=', 'exception_hits.id')
          .orderBy('exception_notes.sequence', 'desc')
          .limit(1)
          .as('note'),
      (join) => join.onTrue(),
    )
    .leftJoin('staff as person', 'person.id', 'exception_hits.person_id')
    .leftJoin('colleges', 'colleges.id', 'exception_hits.college_id')
    .selectAll('exception_hits')
    .select(['note.until as explained_until', 'person.name as person_name', 'colleges.name as college_name'])
    .select([sql.lit(language).$castTo<Language>().as('language'), stateSince(lastVisit).as('state')]);
  return db.selectFrom(hits.as('exception_hits')).selectAll();
}

function stateSince(lastVisit: Date | null) {
  return sql<HitState>`case
    when exception_hits.gone_at is not null then 'gone'
    when note.until >= ${dayInIndia(new Date())}::date and note.parts = exception_hits.parts then 'explained'
    when note.id is not null then 'lapsed'
    when exception_hits.first_seen > coalesce(${lastVisit}::timestamptz, '-infinity') then 'new'
    else 'open' end`;
}

async function filtered(db: Db, { search, rule, state, collegeId, from, to }: HitFilters) {
  let rows = (await hitsForReader(db)).where(onDays('exception_hits.at', { from, to }));
  if (rule !== undefined) rows = rows.where('exception_hits.rule', '=', rule);
  if (collegeId !== 'all') rows = rows.where('exception_hits.college_id', '=', collegeId);
  if (state !== 'all') rows = rows.where('state', 'in', state === 'open' ? openStates : [state]);
  return rows.where(hasTerm(sql`label, parts::text, person_name, college_name`, search));
}

type HitRow = Awaited<ReturnType<Awaited<ReturnType<typeof hitsForReader>>['executeTakeFirstOrThrow']>>;

function toHit(row: HitRow): ExceptionHit {
  const sentence = inLanguage(row.language, () => sentenceOf(row.rule, row.parts));
  return fromRow(ExceptionHit, row, { sentence, recordLabel: row.label });
}
