import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Funnel, Steps } from '../contract.ts';

/** How many applications of a college took a step after so many days; null: not yet. */
type Row = Counts & { collegeId: string; code: string; name: string; step: number; days: number | null };
type Counts = Pick<Steps, 'received' | 'verified' | 'printed' | 'handedOver'>;

/** What `grouping()` answers for each of the grouping sets, in which the other two steps are left out. */
const medians = { daysToVerify: 0b011, daysToPrint: 0b101, daysToHandOver: 0b110 } as const;

/** One pass over the records counts each number of days; the medians of these few rows are those of the records. */
export async function getFunnel(db: Db): Promise<Funnel> {
  const rows = await stepsTaken(db);
  const byCollege = Map.groupBy(rows, ({ collegeId }) => collegeId);
  return {
    total: stepsOf(rows),
    colleges: [...byCollege.values()].map((ofCollege) => {
      const { collegeId, code, name } = ofCollege[0]!;
      return { collegeId, code, name, ...stepsOf(ofCollege) };
    }),
  };
}

function stepsTaken(db: Db): Promise<Row[]> {
  const days = (from: string, to: string) =>
    sql<number>`(date_part('epoch', ${sql.ref(to)} - ${sql.ref(from)}) / 86400)::integer`;
  const steps = db
    .selectFrom('applications')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .select([
      'applications.college_id',
      'applications.verified_at',
      'certificates.printed_at',
      'certificates.handed_over_at',
      days('applications.received_at', 'applications.verified_at').as('to_verify'),
      days('applications.verified_at', 'certificates.printed_at').as('to_print'),
      days('certificates.printed_at', 'certificates.handed_over_at').as('to_hand_over'),
    ]);
  const counted = db
    .selectFrom(steps.as('steps'))
    .groupBy(sql`grouping sets ((college_id, to_verify), (college_id, to_print), (college_id, to_hand_over))`)
    .select((eb) => [
      'college_id',
      sql<number>`grouping(to_verify, to_print, to_hand_over)`.as('step'),
      sql<number | null>`coalesce(to_verify, to_print, to_hand_over)`.as('days'),
      eb.fn.countAll<number>().as('received'),
      eb.fn.count<number>('verified_at').as('verified'),
      eb.fn.count<number>('printed_at').as('printed'),
      eb.fn.count<number>('handed_over_at').as('handed_over'),
    ]);
  return db
    .selectFrom(counted.as('counted'))
    .innerJoin('colleges', 'colleges.id', 'counted.college_id')
    .orderBy('colleges.code')
    .orderBy('days')
    .select([
      'counted.college_id as collegeId',
      'colleges.code',
      'colleges.name',
      'step',
      'days',
      'received',
      'verified',
      'printed',
      'handed_over as handedOver',
    ])
    .execute();
}

function stepsOf(rows: readonly Row[]): Steps {
  // Each grouping set has every application once.
  const all = rows.filter(({ step }) => step === medians.daysToVerify);
  const sum = (count: keyof Counts) => all.reduce((total, row) => total + row[count], 0);
  const median = (name: keyof typeof medians) => medianOf(rows.filter(({ step }) => step === medians[name]));
  return {
    received: sum('received'),
    verified: sum('verified'),
    printed: sum('printed'),
    handedOver: sum('handedOver'),
    daysToVerify: median('daysToVerify'),
    daysToPrint: median('daysToPrint'),
    daysToHandOver: median('daysToHandOver'),
  };
}

/** Between two in the middle, half the way. */
function medianOf(rows: readonly Row[]): number | null {
  const taken = rows
    .flatMap(({ days, received }) => (days === null ? [] : [{ days, received }]))
    .toSorted((a, b) => a.days - b.days);
  const count = taken.reduce((sum, { received }) => sum + received, 0);
  if (count === 0) return null;
  let sum = 0;
  let before = 0;
  for (const { days, received } of taken) {
    for (const middle of [Math.floor((count - 1) / 2), Math.floor(count / 2)])
      if (middle >= before && middle < before + received) sum += days;
    before += received;
  }
  return sum / 2;
}
