import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { BookRow, type Books, bookNames, type Figure, type RowFilters, Statement } from '../contract.ts';
import { findProof } from './compare-books.ts';
import { allRecords, books, named, ofCollege, type Point, pointAt, type Scope, scopeOf } from './rebuild.ts';

/** The figures of every book that the reader may see, each with the proof of the last night. */
export async function getBooks({ db, checkpoints }: Services, at: string): Promise<Books> {
  const point = await pointAt(db, at);
  const scope = scopeOf(db);
  const proof = await findProof(db, checkpoints.directory, point);
  const shown = [];
  for (const name of bookNames.filter((one) => scope.collegeId === null || one !== 'blanks'))
    shown.push({
      name,
      recordedSince: await startOf(db, scope, name),
      provenBy: proof && { day: proof.day, agrees: !proof.differing.has(name) },
      figures: await figuresOf(db, point, name),
    });
  return { ...point, books: shown };
}

async function figuresOf(db: Db, point: Point, name: keyof typeof books): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select "group", state, count(*) as count, sum(rupees)::bigint as rupees
      from (${books[name].rows(point, scopeOf(db))}) as found group by 1, 2 order by 1, 2`.execute(allRecords(db));
  return rows;
}

async function startOf(db: Db, scope: Scope, name: keyof typeof books): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.at) as at from audit_events e
     where e.event in (${named(...books[name].startsWith)}) and ${ofCollege(scope)}`.execute(allRecords(db));
  return rows[0]!.at?.toISOString() ?? null;
}

export const bookRows = listQueries({
  order: { column: 'book_rows.label', type: 'text', id: 'book_rows.id', idType: 'uuid', direction: 'asc' },
  rows: async (db, { at, book, group, state, search }: RowFilters) => {
    const found = sql<FoundRow>`(${books[book].rows(await pointAt(db, at), scopeOf(db))})`;
    let rows = allRecords(db).selectFrom(found.as('book_rows')).selectAll('book_rows');
    if (group !== undefined) rows = rows.where('book_rows.group', '=', group);
    if (state !== undefined) rows = rows.where('book_rows.state', '=', state);
    return rows.where(hasTerm(sql`book_rows.label`, search));
  },
  record: (row) => fromRow(BookRow, row),
});

type FoundRow = {
  group: string;
  state: string;
  id: string;
  record_type: string;
  record_id: string;
  label: string;
  since: Date;
};

function statementRows(db: Db) {
  return db
    .selectFrom('statements')
    .innerJoin('staff as printer', 'printer.id', 'statements.printed_by')
    .leftJoin('staff as officer', 'officer.id', 'statements.person_id')
    .select(['statements.id', 'statements.kind', 'statements.at', 'statements.sequence', 'statements.sha256'])
    .select(['statements.printed_at', 'printer.name as printed_by', 'officer.name as person_name']);
}

export const statements = listQueries({
  order: newestFirst('statements.printed_at', 'statements.id'),
  rows: (db, { search }: { search: string }) =>
    statementRows(db).where(hasTerm(sql`officer.name, printer.name, statements.sha256`, search)),
  record: (row: RowOf<typeof statementRows>) => fromRow(Statement, row, { kind: row.kind as Statement['kind'] }),
});
