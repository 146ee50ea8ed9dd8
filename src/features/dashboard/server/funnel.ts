import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { Funnel, Steps } from '../contract.ts';

type Count = 'received' | 'verified' | 'printed' | 'handedOver';
type Counts = { collegeId: string } & Partial<Record<Count, number>>;

/** How many records of a college took so many days from one step to the next. */
type Taken = {
  collegeId: string;
  step: 'verified' | 'printed' | 'handedOver';
  days: number;
  count: number;
};

/** All records count; the medians are of the last year, whose days are few rows of an index. */
export async function getFunnel(db: Db, now: Date): Promise<Funnel> {
  const [received, made, taken] = await Promise.all([
    countApplications(db),
    countCertificates(db),
    stepsTaken(db, addDays(dayInIndia(now), -365)),
  ]);
  const rows = [...received, ...made];
  return {
    total: stepsOf(rows, taken),
    colleges: [...Map.groupBy(rows, ({ collegeId }) => collegeId)].map(([collegeId, ofCollege]) => ({
      collegeId,
      ...stepsOf(
        ofCollege,
        taken.filter((row) => row.collegeId === collegeId),
      ),
    })),
  };
}

function countApplications(db: Db): Promise<Counts[]> {
  return db
    .selectFrom('applications')
    .groupBy('college_id')
    .select(({ fn }) => [
      'college_id as collegeId',
      fn.countAll<number>().as('received'),
      fn.count<number>('verified_at').as('verified'),
    ])
    .execute();
}

function countCertificates(db: Db): Promise<Counts[]> {
  return db
    .selectFrom('certificates')
    .groupBy('college_id')
    .select(({ fn }) => [
      'college_id as collegeId',
      fn.count<number>('printed_at').as('printed'),
      fn.count<number>('handed_over_at').as('handedOver'),
    ])
    .execute();
}

/** A certificate printed again has the days of its newest copy, once it has taken the step. */
function stepsTaken(db: Db, since: string): Promise<Taken[]> {
  const taken = (table: 'applications' | 'certificates', step: Taken['step'], from: string, to: string) =>
    db
      .selectFrom(table)
      .where(onDays(table === 'applications' ? 'verified_at' : 'printed_at', { from: since }))
      .where(sql<boolean>`${sql.ref(to)} >= ${sql.ref(from)}`)
      .select([
        'college_id as collegeId',
        sql<Taken['step']>`${sql.lit(step)}`.as('step'),
        sql<number>`(date_part('epoch', ${sql.ref(to)} - ${sql.ref(from)}) / 86400)::integer`.as('days'),
        sql<number>`count(*)`.as('count'),
      ])
      .groupBy(['collegeId', 'days']);
  return taken('applications', 'verified', 'received_at', 'verified_at')
    .unionAll(taken('certificates', 'printed', 'waiting_since', 'printed_at'))
    .unionAll(taken('certificates', 'handedOver', 'printed_at', 'handed_over_at'))
    .execute();
}

function stepsOf(rows: readonly Counts[], taken: readonly Taken[]): Steps {
  const count = (name: Count) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
  const days = (step: Taken['step']) => medianOf(taken.filter((row) => row.step === step));
  return {
    received: count('received'),
    verified: count('verified'),
    printed: count('printed'),
    handedOver: count('handedOver'),
    daysToVerify: days('verified'),
    daysToPrint: days('printed'),
    daysToHandOver: days('handedOver'),
  };
}

function sumOf(rows: readonly Taken[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Of an even number, the mean of the two in the middle. */
function medianOf(rows: readonly Taken[]): number | null {
  const all = sumOf(rows);
  if (all === 0) return null;
  let before = 0;
  let sum = 0;
  for (const { days, count } of rows.toSorted((a, b) => a.days - b.days)) {
    for (const middle of [Math.floor((all - 1) / 2), Math.floor(all / 2)])
      if (middle >= before && middle < before + count) sum += days;
    before += count;
  }
  return sum / 2;
}
