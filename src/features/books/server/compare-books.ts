import { type Balances, readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import { readBalances } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import type { BookName } from '../contract.ts';
import { type BookFigure, figuresAt } from './rebuild.ts';

type Difference = { book: BookName; figure: string; tables: number; events: number };

/** Nightly at one in the morning in India, after the checkpoint. */
export const compareBooksJob: Job<object> = {
  name: 'compare-books',
  retryLimit: 2,
  schedule: '30 19 * * *',
  async handle({ jobDb }) {
    const { sequence, differences } = await compareBooks(jobDb);
    const compared = { at: new Date(), sequence, differences: JSON.stringify(differences) };
    const stored = jobDb.insertInto('exception_books').values(compared);
    await stored.onConflict((row) => row.column('is_newest').doUpdateSet(compared)).execute();
  },
};

/** Compares the tables with the rebuild from ledger and events, in one snapshot. */
export function compareBooks(db: Db): Promise<{ sequence: number; differences: Difference[] }> {
  const snapshots = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshots.execute(async (snapshot) => {
    const balances = await readBalances(snapshot);
    const { sequence } = balances;
    const figures = await figuresAt(snapshot, { at: 'infinity', sequence, collegeId: null });
    return { sequence, differences: differencesOf(balances, figures) };
  });
}

/**
 * The newest checkpoint with balances until then, and how the rebuild at its event differs from them. Files that were
 * tampered with prove nothing; the doctor's check names the fault.
 */
export async function findProof(db: Db, directory: string, upTo: number) {
  const files = await readCheckpoints(directory).catch(() => []);
  const signed = files.flatMap((file) =>
    file.version === 2 && file.balances ? [{ day: file.day, balances: file.balances }] : [],
  );
  const newest = signed.findLast(({ balances }) => balances.sequence <= upTo);
  if (!newest) return null;
  const { day, balances } = newest;
  const { sequence } = balances;
  const { at } = await wholePast(db)
    .selectFrom('audit_events')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('sequence', '<=', sequence)
    .executeTakeFirstOrThrow();
  const point = { at: at?.toISOString() ?? '-infinity', sequence, collegeId: null };
  return { day, differences: differencesOf(balances, await figuresAt(db, point)) };
}

type Sums = Record<string, number>;

function differencesOf(balances: Balances, figures: readonly BookFigure[]): Difference[] {
  const [tables, events] = [sumsOfBalances(balances), sumsOfFigures(figures)];
  const names = [...new Set([...Object.keys(tables), ...Object.keys(events)])].sort();
  const all = names.map((name): Difference => {
    const book = bookOf[name.split(' ')[0] as keyof typeof bookOf];
    const figure = name.replace(`${book} `, '');
    return { book, figure, tables: tables[name] ?? 0, events: events[name] ?? 0 };
  });
  return all.filter((one) => one.tables !== one.events);
}

const bookOf = {
  blanks: 'blanks',
  drafts: 'drafts',
  applications: 'certificates',
  certificates: 'certificates',
  prints: 'prints',
  hand_overs: 'prints',
} as const;

/** `drafts received rupees` → 2100; sheets of all papers together, because the codes of papers may change. */
function sumsOfBalances({ blanks = {}, handedOver = 0, ...books }: Balances): Sums {
  const { drafts = {}, applications = {}, certificates = {}, prints = {} } = books;
  const sums = flat({ drafts, applications, certificates, prints, hand_overs: { handed_over: handedOver } });
  for (const paper of Object.values(blanks)) flat(paper, 'blanks', sums);
  return sums;
}

function sumsOfFigures(figures: readonly BookFigure[]): Sums {
  const sums: Sums = {};
  for (const { book, group, state, count, rupees } of figures) {
    const isOfBook = book === 'blanks' || book === 'drafts';
    flat(book === 'drafts' ? { count, rupees } : count, `${isOfBook ? book : group} ${state}`, sums);
  }
  return sums;
}

function flat(value: Balances[string], name = '', sums: Sums = {}): Sums {
  if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  else for (const [part, inner] of Object.entries(value)) flat(inner, `${name} ${part}`.trim(), sums);
  return sums;
}
