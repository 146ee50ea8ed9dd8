import { sql } from 'kysely';
import { applicationStatusLabels } from '#features/applications/states.ts';
import { applicationSums, payingAllocations } from '#features/fees/server/sums.ts';
import type { Db } from '#platform/server/db/database.ts';
import { onDays, startOf } from '#platform/server/db/days.ts';
import { collegeOf, inCollege } from '#platform/server/db/scope.ts';
import type { DayRange } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import type { Role } from '#shared/roles.ts';
import type { Figure, FigureFilters } from '../contract.ts';
import { comparedDays, yearsToChoose } from '../rules.ts';

const unverified = namesOf(applicationStatusLabels).filter((status) => status !== 'verified');
const sumOfAllocations = sql<number>`coalesce(sum(allocations.amount), 0)`;

/** What each figure counts on some days. The conditions on status and pending amount let small indexes answer. */
const figures = {
  students: (db: Db, days: DayRange) =>
    db
      .selectFrom('students')
      .where(onDays('students.created_at', days))
      .select(sql<number>`count(*)`.as('figure')),
  applications: (db: Db, days: DayRange) =>
    received(db, days).select(applicationSums.applications.as('figure')),
  unverified: (db: Db, days: DayRange) =>
    received(db, days)
      .where('applications.status', 'in', unverified)
      .select(applicationSums.applications.as('figure')),
  generated: (db: Db, days: DayRange) => received(db, days).select(applicationSums.generated.as('figure')),
  pending: (db: Db, days: DayRange) =>
    received(db, days)
      .where('applications.pending_amount', '>', 0)
      .select(applicationSums.pending.as('figure')),
  revenue: (db: Db, days: DayRange) => payingAllocations(db, days).select(sumOfAllocations.as('figure')),
  undeposited: (db: Db, days: DayRange) =>
    db
      .selectFrom('demand_drafts')
      .where('demand_drafts.state', '=', 'received')
      .where(onDays('demand_drafts.received_at', days))
      .select(sql<number>`count(*)`.as('figure')),
};

function received(db: Db, days: DayRange) {
  return db.selectFrom('applications').where(onDays('applications.received_at', days));
}

export async function getApplicationFigures(db: Db, now: Date, { collegeId, ...days }: FigureFilters = {}) {
  // What is subtracted is counted together, at one moment; the others beside it, because a million rows take a while.
  const [{ applications, unverified }, { students }, { revenue }, { pending }] = await Promise.all([
    readFigures(withinCollege(db, collegeId), { names: ['applications', 'unverified'], now, days }),
    readFigures(withinCollege(db, collegeId), { names: ['students'], now, days }),
    readFigures(withinCollege(db, collegeId), { names: ['revenue'], now, days }),
    readFigures(withinCollege(db, collegeId), { names: ['pending'], now, days }),
  ]);
  const overview = { approved: applications.value - unverified.value, pending: unverified.value };
  return { students, applications, revenue, pendingFee: pending, overview };
}

export async function getFeeFigures(db: Db, now: Date) {
  const names = ['generated', 'revenue', 'pending', 'undeposited'] as const;
  const { revenue, ...others } = await readFigures(db, { names, now, days: {} });
  return { ...others, collected: revenue };
}

/** Matches no college: another college's figures must look like those of one that does not exist. */
const emptyScope = '00000000-0000-0000-0000-000000000000';

/** The database, narrowed to the requested college. */
export function withinCollege(db: Db, collegeId: string | undefined): Db {
  const own = collegeOf(db);
  if (collegeId === undefined || collegeId === own) return db;
  return inCollege(db, own === null ? collegeId : emptyScope);
}

/** Counts on the requested days and on those that a trend compares, in one statement and so of one moment. */
async function readFigures<Name extends keyof typeof figures>(
  db: Db,
  { names, now, days }: { names: readonly Name[]; now: Date; days: DayRange },
): Promise<Record<Name, Figure>> {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const spans = { value: days, thisMonth: { from: thisFrom }, lastMonth: { from: lastFrom, to: lastTo } };
  const counted = await db
    .selectNoFrom(
      names.flatMap((name) =>
        Object.entries(spans).map(([span, on]) => figures[name](db, on).as(`${name} ${span}`)),
      ),
    )
    .$castTo<Record<string, number>>()
    .executeTakeFirstOrThrow();
  const figureOf = (name: Name) =>
    Object.fromEntries(Object.keys(spans).map((span) => [span, counted[`${name} ${span}`]]));
  return Object.fromEntries(names.map((name) => [name, figureOf(name)])) as Record<Name, Figure>;
}

/** The months of `chosen`, or of this year. */
export async function getYearlyRevenue(db: Db, { chosen, now }: { chosen: number | undefined; now: Date }) {
  const thisYear = Number(dayInIndia(now).slice(0, 4));
  const year = chosen ?? thisYear;
  const month = startOf('month', 'allocations.allocated_at');
  const [rows, first] = await Promise.all([
    payingAllocations(db, { from: `${year - 1}-01-01`, to: `${year}-12-31` })
      .groupBy(month)
      .select([month.as('month'), sumOfAllocations.as('amount')])
      .execute(),
    payingAllocations(db, {})
      .orderBy('allocations.allocated_at')
      .select('allocations.allocated_at')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const amountOf = new Map(rows.map(({ month, amount }) => [month, amount]));
  const monthsOf = (of: number) =>
    Array.from(
      { length: 12 },
      (_, index) => amountOf.get(`${of}-${String(index + 1).padStart(2, '0')}-01`) ?? 0,
    );
  const firstYear = first ? Number(dayInIndia(first.allocated_at).slice(0, 4)) : thisYear;
  return {
    year,
    months: monthsOf(year),
    before: monthsOf(year - 1),
    years: yearsToChoose(firstYear, thisYear),
  };
}

/** Disabled people no longer count, but were added. */
export async function getStaffFigures(db: Db, now: Date) {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const addedOn = sql<string>`(created_at at time zone 'Asia/Kolkata')::date`;
  const rows = await db
    .selectFrom('staff')
    .$if(collegeOf(db) !== null, (query) => query.where('college_id', '=', collegeOf(db)))
    .groupBy('role')
    .select((eb) => [
      'role',
      eb.fn.countAll<number>().filterWhere('disabled_at', 'is', null).as('value'),
      eb.fn.countAll<number>().filterWhere(addedOn, '>=', thisFrom).as('thisMonth'),
      eb.fn
        .countAll<number>()
        .filterWhere((day) => day.between(addedOn, lastFrom, lastTo))
        .as('lastMonth'),
    ])
    .execute();
  const figureOf = (role: Role) => sumOf(rows.filter((row) => row.role === role));
  return {
    users: sumOf(rows),
    caseWorkers: figureOf('case_worker'),
    receivers: figureOf('receiver'),
    printers: figureOf('printer'),
  };
}

function sumOf(rows: Figure[]): Figure {
  const sum = (column: keyof Figure) => rows.reduce((total, row) => total + row[column], 0);
  return { value: sum('value'), thisMonth: sum('thisMonth'), lastMonth: sum('lastMonth') };
}
