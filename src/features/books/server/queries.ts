import { sql } from 'kysely';
import { readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import type { Services } from '#platform/server/context.ts';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import type { Search } from '#shared/fields.ts';
import { BookRow, type Books, bookNames, type RowFilters, Statement } from '../contract.ts';
import { differencesOf } from './compare-books.ts';
import { begins, figuresAt, type Point, pointAt, rowsAt } from './rebuild.ts';

/** The figures of every book, each with the proof of the last night; the whole log is read, as by an export. */
export async function getBooks({ exportDb: db, checkpoints }: Services, at: string): Promise<Books> {
  const point = await pointAt(db, at);
  const proof = await findProof(db, checkpoints.directory, point);
  const figures = await figuresAt(db, point, proof?.point);
  const differing = proof ? differencesOf(proof.balances, figures).map(({ book }) => book) : [];
  const beginnings = bookNames.map((name) =>
    db.selectFrom('audit_events').select('at').where(begins[name]).orderBy('sequence').limit(1).as(name),
  );
  const first = await db.selectNoFrom(beginnings).executeTakeFirstOrThrow();
  const books = bookNames.map((name) => ({
    name,
    recordedSince: first[name]?.toISOString() ?? null,
    provenBy: proof && { day: proof.day, agrees: !differing.includes(name) },
    figures: figures.filter(({ book, count }) => book === name && count > 0),
  }));
  return { at, sequence: point.sequence, books };
}

/**
 * The newest checkpoint with balances, if all its events are of then. Files that were tampered with prove nothing; the
 * doctor's check names the fault.
 */
async function findProof(db: Db, directory: string, { at, sequence: upTo }: Point) {
  const files = await readCheckpoints(directory).catch(() => []);
  const signed = files.flatMap((file) =>
    file.version === 2 && file.balances ? [{ day: file.day, balances: file.balances }] : [],
  );
  const newest = signed.findLast(({ balances }) => balances.sequence <= upTo);
  if (!newest) return null;
  const { sequence } = newest.balances;
  const { last } = await wholePast(db)
    .selectFrom('audit_events')
    .select((eb) => eb.fn.max('at').as('last'))
    .where('sequence', '<=', sequence)
    .executeTakeFirstOrThrow();
  if (last && last.getTime() > Date.parse(at)) return null;
  return { ...newest, point: { at: last?.toISOString() ?? '-infinity', sequence, collegeId: null } };
}

type Found = Record<'id' | 'record_type' | 'record_id' | 'label', string> & { since: Date };

export const bookRows = listQueries({
  order: { column: 'book_rows.label', type: 'text', id: 'book_rows.id', idType: 'uuid', direction: 'asc' },
  rows: async (db, figure: RowFilters) => {
    const found = sql<Found>`(${rowsAt(figure, await pointAt(db, figure.at))})`;
    return wholePast(db)
      .selectFrom(found.as('book_rows'))
      .selectAll()
      .where(hasTerm(sql`label`, figure.search));
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
