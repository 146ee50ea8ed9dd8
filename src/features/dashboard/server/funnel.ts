import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Funnel, Steps } from '../contract.ts';

/** How many records of a college took so many days from one step to the next; null: they have not taken it. */
type Row = {
  collegeId: string;
  step: 'verified' | 'printed' | 'handedOver';
  days: number | null;
  count: number;
};

/** Each number of days is counted, by index alone; the medians of these few rows are those of the records. */
export async function getFunnel(db: Db): Promise<Funnel> {
  const rows = await stepsTaken(db);
  const byCollege = Map.groupBy(rows, ({ collegeId }) => collegeId);
  return {
    total: stepsOf(rows),
    colleges: [...byCollege].map(([collegeId, ofCollege]) => ({ collegeId, ...stepsOf(ofCollege) })),
  };
}

function stepsTaken(db: Db): Promise<Row[]> {
  const columns = (step: Row['step'], college: string, days: RawBuilder<number | null>) =>
    [
      sql.ref<string>(college).as('collegeId'),
      sql<Row['step']>`${sql.lit(step)}`.as('step'),
      days.as('days'),
      sql<number>`count(*)`.as('count'),
    ] as const;
  const days = (from: string, to: string) =>
    sql<number | null>`(date_part('epoch', ${sql.ref(to)} - ${sql.ref(from)}) / 86400)::integer`;
  const groups = ['collegeId', 'days'] as const;
  return db
    .selectFrom('applications')
    .select(columns('verified', 'applications.college_id', days('received_at', 'verified_at')))
    .groupBy(groups)
    .unionAll(
      db
        .selectFrom('certificates')
        .where('printed_at', 'is not', null)
        // It is made when its application is verified.
        .select(columns('printed', 'certificates.college_id', days('created_at', 'printed_at')))
        .groupBy(groups),
    )
    .unionAll(
      db
        .selectFrom('certificates')
        .where('handed_over_at', 'is not', null)
        .select(columns('handedOver', 'certificates.college_id', days('printed_at', 'handed_over_at')))
        .groupBy(groups),
    )
    .execute();
}

function stepsOf(rows: readonly Row[]): Steps {
  const of = (step: Row['step']) => rows.filter((row) => row.step === step);
  const [decided, printed, handedOver] = [of('verified'), of('printed'), of('handedOver')];
  const verified = decided.filter(({ days }) => days !== null);
  return {
    received: sumOf(decided),
    verified: sumOf(verified),
    printed: sumOf(printed),
    handedOver: sumOf(handedOver),
    daysToVerify: medianOf(verified),
    daysToPrint: medianOf(printed),
    daysToHandOver: medianOf(handedOver),
  };
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Between two in the middle, half the way. */
function medianOf(rows: readonly Row[]): number | null {
  const all = sumOf(rows);
  if (all === 0) return null;
  let before = 0;
  let sum = 0;
  for (const { days, count } of rows.toSorted((a, b) => a.days! - b.days!)) {
    for (const middle of [Math.floor((all - 1) / 2), Math.floor(all / 2)])
      if (middle >= before && middle < before + count) sum += days!;
    before += count;
  }
  return sum / 2;
}
