import type { Balances } from '#features/audit/server/checkpoints/checkpoint.ts';
import { readBalances } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import type { BookName } from '../contract.ts';
import { type BookFigure, bookOfGroup, figuresAt } from './rebuild.ts';

type Difference = { book: BookName; figure: string; tables: number; events: number };

/** Nightly at one in the morning in India, after the checkpoint, and when a worker starts. */
export const compareBooksJob: Job<object> = {
  name: 'compare-books',
  retryLimit: 2,
  schedule: '30 19 * * *',
  catchesUp: true,
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
 * Where tables differ from what the events said at the earlier point. Sheets are of all papers together, because the codes
 * of papers may change.
 */
export function differencesOf(balances: Balances, figures: readonly BookFigure[]): Difference[] {
  const sums: Record<string, Difference> = {};
  const add = (by: 'tables' | 'events', book: BookName, figure: string, value: Balances[string] = {}) => {
    if (typeof value === 'number') {
      sums[`${book} ${figure}`] ??= { book, figure: figure.trim(), tables: 0, events: 0 };
      sums[`${book} ${figure}`]![by] += value;
    } else for (const [part, inner] of Object.entries(value)) add(by, book, `${figure} ${part}`, inner);
  };
  const { blanks = {}, drafts, handedOver = 0 } = balances;
  const tables: Balances = { ...balances, '': drafts!, hand_overs: { handed_over: handedOver } };
  for (const ofPaper of Object.values(blanks)) add('tables', 'blanks', '', ofPaper);
  for (const [group, book] of Object.entries(bookOfGroup))
    add('tables', book, group === book ? '' : group, tables[group]);
  for (const { book, group, state, earlier } of figures) {
    const isNamed = book !== 'blanks' && group !== book;
    const sum = { [state]: book === 'drafts' ? earlier : earlier.count };
    add('events', book, isNamed ? group : '', sum);
  }
  return Object.values(sums).filter((one) => one.tables !== one.events);
}
