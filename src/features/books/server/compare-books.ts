import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Balances, readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { registered } from '#platform/server/registered.ts';
import { type BookName, bookNames } from '../contract.ts';
import { allRecords, books, type Point } from './rebuild.ts';

type Difference = { book: BookName; figure: string; tables: number; events: number };
type Sums = Record<string, number>;

/** Nightly at one in the morning in India, after the checkpoint. */
export const compareBooksJob: Job<object> = {
  name: 'compare-books',
  retryLimit: 2,
  schedule: '30 19 * * *',
  async handle({ jobDb }) {
    const { differences, ...moment } = await compareBooks(jobDb);
    const compared = { ...moment, differences: JSON.stringify(differences) };
    const stored = jobDb.insertInto('exception_books').values(compared);
    await stored.onConflict((row) => row.column('is_newest').doUpdateSet(compared)).execute();
  },
};

/** Compares the tables with the rebuild from ledger and events, in one snapshot. */
export function compareBooks(db: Db): Promise<{ at: string; sequence: number; differences: Difference[] }> {
  const snapshots = allRecords(db)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return snapshots.execute(async (snapshot) => {
    const balances = Object.entries(registered.balances).map(
      ([name, book]) => sql`, ${sql.lit(name)}, (${book})`,
    );
    const { at, sequence, balance } = await snapshot
      .selectFrom('audit_head')
      .select(['sequence', sql<Date>`now()`.as('at')])
      .select(
        sql<Balances>`jsonb_build_object('sequence', sequence ${sql.join(balances, sql``)})`.as('balance'),
      )
      .executeTakeFirstOrThrow();
    const tables = sumsOf(balance);
    const events = await rebuilt(snapshot, { at: 'infinity', sequence, collegeId: null });
    const differences = bookNames.flatMap((book) =>
      [...new Set([...Object.keys(tables[book]), ...Object.keys(events[book])])]
        .sort()
        .map((figure) => ({
          book,
          figure,
          tables: tables[book][figure] ?? 0,
          events: events[book][figure] ?? 0,
        }))
        .filter((one) => one.tables !== one.events),
    );
    return { at: at.toISOString(), sequence, differences };
  });
}

/**
 * The newest checkpoint with balances until then, and the books whose rebuild at its event differs from them. Files that
 * were tampered with prove nothing; the doctor's check names the fault.
 */
export async function findProof(db: Db, directory: string, { sequence: upTo }: Point) {
  const files = await readCheckpoints(directory).catch(() => []);
  const signed = files.map((file) => ({
    day: file.day,
    balances: file.version === 2 ? file.balances : null,
  }));
  const file = signed.findLast(({ balances }) => balances && balances.sequence <= upTo);
  if (!file?.balances) return null;
  const { sequence } = file.balances;
  const { rows } = await sql<{ at: string }>`
    select max(at)::text as at from audit_events where sequence <= ${sequence}`.execute(allRecords(db));
  const events = await rebuilt(db, { at: rows[0]?.at ?? '-infinity', sequence, collegeId: null });
  const sums = sumsOf(file.balances);
  return {
    day: file.day,
    differing: new Set(bookNames.filter((name) => !isDeepStrictEqual(sums[name], events[name]))),
  };
}

/** The figures of balances that are not 0, by book. Of all papers together, because their codes may change. */
function sumsOf({
  blanks = {},
  drafts = {},
  applications = {},
  certificates = {},
  prints = {},
  handedOver = 0,
}: Balances) {
  return {
    blanks: Object.values(blanks).reduce<Sums>((sums, paper) => flat(paper, '', sums), {}),
    drafts: flat(drafts),
    certificates: flat({ applications, certificates }),
    prints: flat({ prints, hand_overs: { handed_over: handedOver } }),
  };
}

function flat(value: Balances[string], name = '', sums: Sums = {}): Sums {
  if (typeof value !== 'number')
    for (const [part, inner] of Object.entries(value)) flat(inner, `${name} ${part}`.trim(), sums);
  else if (value !== 0) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

async function rebuilt(db: Db, point: Point): Promise<Record<BookName, Sums>> {
  const all: Record<BookName, Sums> = { blanks: {}, drafts: {}, certificates: {}, prints: {} };
  for (const name of bookNames) {
    const group = name === 'blanks' ? sql`''` : sql`"group"`;
    const { rows } = await sql<{ figure: string; count: number; rupees: number }>`
      select ltrim(concat(${group}, ' ', state)) as figure, count(*) as count, sum(rupees)::bigint as rupees
        from (${books[name].rows(point)}) as found group by 1`.execute(allRecords(db));
    for (const { figure, count, rupees } of rows)
      flat(name === 'drafts' ? { count, rupees } : count, figure, all[name]);
  }
  return all;
}
