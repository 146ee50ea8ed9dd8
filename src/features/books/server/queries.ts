import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import {
  type Book,
  BookRow,
  type Books,
  bookNames,
  type Figure,
  type RowFilters,
  Statement,
} from '../contract.ts';
import { findProof } from './compare-books.ts';
import { allRecords, books, named, ofCollege, pointAt } from './rebuild.ts';

/** The figures of every book that the reader may see, each with the proof of the last night. */
export async function getBooks({ db, checkpoints }: Services, at: string): Promise<Books> {
  const point = await pointAt(db, at);
  const proof = await findProof(db, checkpoints.directory, point);
  const shown: Book[] = [];
  for (const name of bookNames.filter((one) => point.collegeId === null || one !== 'blanks')) {
    const { rows: figures } = await sql<Figure>`
      select "group", state, count(*) as count, sum(rupees)::bigint as rupees
        from (${books[name].rows(point)}) as found group by 1, 2 order by 1, 2`.execute(allRecords(db));
    const { rows: first } = await sql<{ at: Date | null }>`
      select min(first.at) as at from unnest(array[${named(...books[name].startsWith)}]) as event (name)
       cross join lateral (
             select e.at from audit_events e where e.event = event.name and ${ofCollege(point)} order by e.sequence limit 1
           ) as first`.execute(allRecords(db));
    const recordedSince = first[0]!.at?.toISOString() ?? null;
    const provenBy = proof && { day: proof.day, agrees: !proof.differing.has(name) };
    shown.push({ name, recordedSince, provenBy, figures });
  }
  return { at, sequence: point.sequence, books: shown };
}

type Found = { group: string; state: string; since: Date } & Record<
  'id' | 'record_type' | 'record_id' | 'label',
  string
>;

export const bookRows = listQueries({
  order: { column: 'book_rows.label', type: 'text', id: 'book_rows.id', idType: 'uuid', direction: 'asc' },
  rows: async (db, { at, book, group, state, search }: RowFilters) => {
    const found = sql<Found>`(${books[book].rows(await pointAt(db, at))})`;
    let rows = allRecords(db).selectFrom(found.as('book_rows')).selectAll('book_rows');
    if (group !== undefined) rows = rows.where('book_rows.group', '=', group);
    if (state !== undefined) rows = rows.where('book_rows.state', '=', state);
    return rows.where(hasTerm(sql`book_rows.label`, search));
  },
  record: (row) => fromRow(BookRow, row),
});

export async function listStatements(db: Db): Promise<{ statements: Statement[] }> {
  const rows = await db
    .selectFrom('statements')
    .innerJoin('staff as printer', 'printer.id', 'statements.printed_by')
    .leftJoin('staff as officer', 'officer.id', 'statements.person_id')
    .select(['statements.id', 'statements.kind', 'statements.at', 'statements.sequence', 'statements.sha256'])
    .select(['statements.printed_at', 'printer.name as printed_by', 'officer.name as person_name'])
    .orderBy('statements.printed_at', 'desc')
    .execute();
  return { statements: rows.map((row) => fromRow(Statement, row, { kind: row.kind as Statement['kind'] })) };
}

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
