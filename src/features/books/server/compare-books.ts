import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Balances, readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { registered } from '#platform/server/registered.ts';
import { type BookName, bookNames } from '../contract.ts';
import { allRecords, books, type Point } from './rebuild.ts';

export type Difference = { book: BookName; figure: string; tables: number; events: number };
type Sums = Map<string, number>;

/** Nightly at one in the morning in India, after the checkpoint. */
export const compareBooksJob: Job<object> = {
  name: 'compare-books',
  retryLimit: 2,
  schedule: '30 19 * * *',
  async handle({ jobDb }: Services) {
    const { at, sequence, differences } = await compareBooks(jobDb);
    const compared = { at, sequence, differences: JSON.stringify(differences) };
    await jobDb
      .insertInto('exception_books')
      .values(compared)
      .onConflict((conflict) => conflict.column('is_newest').doUpdateSet(compared))
      .execute();
  },
};

/** Compares the tables with the rebuild from ledger and events, of one snapshot. */
export function compareBooks(db: Db): Promise<{ at: string; sequence: number; differences: Difference[] }> {
  return allRecords(db)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const balances = Object.entries(registered.balances).map(([name, book]) => sql`, ${sql.lit(name)}, (${book})`);
      const { sequence, at, tables } = await snapshot
        .selectFrom('audit_head')
        .select(['sequence', sql<Date>`now()`.as('at')])
        .select(sql<Balances>`jsonb_build_object('sequence', sequence ${sql.join(balances, sql``)})`.as('tables'))
        .executeTakeFirstOrThrow();
      const inTables = sumsOf(tables);
      const inEvents = await rebuiltSums(snapshot, { at: 'infinity', sequence });
      const differences = bookNames.flatMap((book) => {
        const [own, rebuilt] = [inTables[book], inEvents[book]];
        const figures = [...new Set([...own.keys(), ...rebuilt.keys()])].sort();
        return figures
          .map((figure) => ({ book, figure, tables: own.get(figure) ?? 0, events: rebuilt.get(figure) ?? 0 }))
          .filter((one) => one.tables !== one.events);
      });
      return { at: at.toISOString(), sequence, differences };
    });
}

/**
 * The newest checkpoint with balances at or before this moment, and the books whose rebuild differs from them. A
 * directory that cannot be read, or was tampered with, proves nothing; the doctor's checks name the fault.
 */
export async function findProof(db: Db, directory: string, { sequence }: Point) {
  const files = await readCheckpoints(directory).catch(() => []);
  for (const file of files.reverse()) {
    const balances = file.version === 2 ? file.balances : null;
    if (!balances || balances.sequence > sequence || balances.sequence === 0) continue;
    const event = await allRecords(db)
      .selectFrom('audit_events')
      .select(sql<string>`at::text`.as('at'))
      .where('sequence', '=', balances.sequence)
      .executeTakeFirst();
    const rebuilt = event && (await rebuiltSums(db, { at: event.at, sequence: balances.sequence }));
    const signed = sumsOf(balances);
    const differing = bookNames.filter((name) => !rebuilt || !agree(name, signed[name], rebuilt[name]));
    return { day: file.day, differing: new Set(differing) };
  }
  return null;
}

/** Papers are compared by their states alone, because a checkpoint names them by codes that may have changed since. */
function agree(book: BookName, signed: Sums, rebuilt: Sums): boolean {
  if (book !== 'blanks') return isDeepStrictEqual(signed, rebuilt);
  const byState = (sums: Sums) =>
    Map.groupBy(sums, ([figure]) => figure.slice(figure.lastIndexOf(' ') + 1));
  const totals = (sums: Sums) =>
    new Map([...byState(sums)].map(([state, ofState]) => [state, ofState.reduce((sum, [, n]) => sum + n, 0)]));
  return isDeepStrictEqual(totals(signed), totals(rebuilt));
}

/** The figures of a checkpoint, by book; those of 0 are left out. */
function sumsOf({ blanks = {}, drafts = {}, applications = {}, certificates = {}, prints = {}, handedOver = 0 }: Balances) {
  const all = {
    blanks,
    drafts,
    certificates: { applications, certificates },
    prints: { prints, hand_overs: { handed_over: handedOver } },
  };
  return Object.fromEntries(bookNames.map((name) => [name, new Map(figuresIn(all[name]))])) as Record<BookName, Sums>;
}

function figuresIn(value: Balances[string], path: string[] = []): [figure: string, sum: number][] {
  if (typeof value === 'number') return value === 0 ? [] : [[path.join(' '), value]];
  return Object.entries(value).flatMap(([name, inner]) => figuresIn(inner, [...path, name]));
}

async function rebuiltSums(db: Db, point: Point): Promise<Record<BookName, Sums>> {
  const sums = Object.fromEntries(bookNames.map((name) => [name, new Map()])) as Record<BookName, Sums>;
  for (const name of bookNames) {
    const { rows } = await sql<{ figure: string; count: number; rupees: number }>`
      select ltrim(concat(key, ' ', state)) as figure, count(*) as count, sum(rupees)::bigint as rupees
        from (${books[name].rows(point, { collegeId: null })}) as found group by 1`.execute(allRecords(db));
    for (const { figure, count, rupees } of rows) {
      if (name !== 'drafts') sums[name].set(figure, count);
      else sums[name].set(`${figure} count`, count).set(`${figure} rupees`, rupees);
    }
  }
  return sums;
}
