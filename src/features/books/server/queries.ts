import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { storedNames } from '#platform/server/exceptions/events.ts';
import type { Search } from '#shared/fields.ts';
import { BookRow, type Books, bookNames, type RowFilters, Statement } from '../contract.ts';
import { findProof } from './compare-books.ts';
import { begins, figuresAt, pointAt, rowsAt } from './rebuild.ts';

/** The figures of every book, each with the proof of the last night. */
export async function getBooks({ db, checkpoints }: Services, at: string): Promise<Books> {
  const point = await pointAt(db, at);
  const figures = await figuresAt(db, point);
  const proof = await findProof(db, checkpoints.directory, point.sequence);
  const books: Books['books'] = [];
  for (const name of bookNames) {
    const first = await db
      .selectFrom('audit_events')
      .select('at')
      .where('event', '=', sql<string>`any (${storedNames(...begins[name])})`)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
    books.push({
      name,
      recordedSince: first?.at.toISOString() ?? null,
      provenBy: proof && { day: proof.day, agrees: !proof.differences.some(({ book }) => book === name) },
      figures: figures.filter(({ book }) => book === name),
    });
  }
  return { at, sequence: point.sequence, books };
}

type Found = Record<'id' | 'record_type' | 'record_id' | 'label', string> & { since: Date };

export const bookRows = listQueries({
  order: { column: 'book_rows.label', type: 'text', id: 'book_rows.id', idType: 'uuid', direction: 'asc' },
  rows: async (db, { at, book, group, state, search }: RowFilters) => {
    const found = sql<Found & { group: string; state: string }>`(${rowsAt(book, await pointAt(db, at))})`;
    return wholePast(db)
      .selectFrom(found.as('book_rows'))
      .selectAll()
      .where('group', '=', group)
      .where('state', '=', state)
      .where(hasTerm(sql`label`, search));
  },
  record: (row: Found) => fromRow(BookRow, row),
});

export const statements = listQueries({
  order: newestFirst('statements.printed_at', 'statements.id'),
  rows: (db, { search }: Search) =>
    db
      .selectFrom('statements')
      .innerJoin('staff as printer', 'printer.id', 'statements.printed_by')
      .leftJoin('staff as officer', 'officer.id', 'statements.person_id')
      .select(['statements.id', 'statements.kind', 'statements.at', 'statements.printed_at'])
      .select(['printer.name as printed_by', 'officer.name as person_name'])
      .where(hasTerm(sql`officer.name, printer.name`, search)),
  record: (row) => fromRow(Statement, row),
});

/** Everybody but auditors; for a reader of one college, those who serve it. */
export function officers(db: Db) {
  const college = collegeOf(db);
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'email'])
    .where('role', '<>', 'auditor')
    .where(sql<boolean>`(${college}::uuid is null or college_id is null or college_id = ${college})`)
    .orderBy('name');
}
