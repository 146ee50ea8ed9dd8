import { type RawBuilder, sql } from 'kysely';
import { type Db, inScope, type Scope } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import type { DayRange } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Role } from '#shared/roles.ts';
import type { Figure, FigureFilters } from '../contract.ts';
import { comparedDays, monthsWithin, yearsToChoose } from '../rules.ts';

export async function getApplicationFigures(
  db: Db,
  scope: Scope,
  now: Date,
  { collegeId, ...days }: FigureFilters = {},
) {
  const figureOf = await sumFigures(db, withinCollege(scope, { collegeId }), now, days);
  const applications = figureOf('applications');
  const approved = figureOf('approved').value;
  return {
    students: figureOf('students'),
    applications,
    revenue: figureOf('revenue'),
    pendingFee: figureOf('pending'),
    overview: { approved, pending: applications.value - approved },
  };
}

export async function getFeeFigures(db: Db, scope: Scope, now: Date) {
  const figureOf = await sumFigures(db, scope, now);
  return {
    generated: figureOf('generated'),
    collected: figureOf('revenue'),
    pending: figureOf('pending'),
    undeposited: figureOf('drafts', 'received'),
  };
}

/** Matches no college: another college's figures must look like those of one that does not exist. */
const nowhere: Scope = { collegeId: '00000000-0000-0000-0000-000000000000' };

/** The scope, narrowed to the requested college. */
export function withinCollege(scope: Scope, { collegeId }: { collegeId?: string | undefined }): Scope {
  if (collegeId === undefined || collegeId === scope.collegeId) return scope;
  return scope.collegeId === null ? { collegeId } : nowhere;
}

/**
 * Every measure with its trend, in one snapshot, restricted to `days` if given. Totals cover whole months, so days
 * before and after them are counted from the records.
 */
async function sumFigures(db: Db, scope: Scope, now: Date, days: DayRange = {}) {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const { months, rest } = monthsWithin(days);
  const counted = rest.map((range) => countedOn(db, scope, range));
  const rows = await db
    .selectFrom(amounts(db, scope, counted))
    .groupBy(['measure', 'part'])
    .select((eb) => [
      'measure',
      'part',
      months === null
        ? eb.fn.sum<string>('amount').filterWhere('day', 'is', null).as('value')
        : eb.fn
            .sum<string>('amount')
            .filterWhere((row) =>
              row.or([row('day', 'is', null), row.between('day', months.from, months.to)]),
            )
            .as('value'),
      eb.fn.sum<string>('amount').filterWhere('day', '>=', thisFrom).as('this_month'),
      eb.fn
        .sum<string>('amount')
        .filterWhere((day) => day.between('day', lastFrom, lastTo))
        .as('last_month'),
    ])
    .execute();
  return (measure: string, part?: string) =>
    sumOf(rows.filter((row) => row.measure === measure && (part === undefined || row.part === part)));
}

/** What the records of some days add to each measure; without a day, because trends do not use them. */
function countedOn(db: Db, scope: Scope, days: DayRange) {
  const received = inScope(db, scope, 'applications').where(onDays('applications.received_at', days));
  const added = inScope(db, scope, 'students').where(onDays('students.created_at', days));
  const allocated = inScope(db, scope, 'demand_drafts')
    .innerJoin('allocations', 'allocations.demand_draft_id', 'demand_drafts.id')
    .where('demand_drafts.state', '<>', 'returned_by_bank')
    .where('demand_drafts.replaced_by', 'is', null)
    .where(onDays('allocations.allocated_at', days));
  const figure = (measure: string, amount: RawBuilder<number>) =>
    [
      sql.lit(measure).as('measure'),
      sql<string | null>`null`.as('part'),
      sql<string>`null::date`.as('day'),
      sql<number>`coalesce(${amount}, 0)`.as('amount'),
    ] as const;
  return added
    .select(figure('students', sql`count(*)`))
    .unionAll(received.select(figure('applications', sql`count(*)`)))
    .unionAll(received.select(figure('approved', sql`count(*) filter (where status = 'verified')`)))
    .unionAll(received.select(figure('pending', sql`sum(applications.pending_amount)`)))
    .unionAll(allocated.select(figure('revenue', sql`sum(allocations.amount)`)));
}

function sumOf(rows: Record<'value' | 'this_month' | 'last_month', string | number>[]): Figure {
  const sum = (column: keyof (typeof rows)[number]) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  return { value: sum('value'), thisMonth: sum('this_month'), lastMonth: sum('last_month') };
}

/** The months of `chosen`, or of this year. */
export async function getYearlyRevenue(
  db: Db,
  scope: Scope,
  { chosen, now }: { chosen: number | undefined; now: Date },
) {
  const month = sql<string>`to_char(day, 'YYYY-MM')`;
  const rows = await db
    .selectFrom(amounts(db, scope))
    .where('measure', '=', 'revenue')
    .groupBy(month)
    .having((eb) => eb(eb.fn.sum('amount'), '<>', 0))
    .select((eb) => [month.as('month'), eb.fn.sum<string>('amount').as('amount')])
    .execute();
  const amountOf = new Map(rows.map(({ month, amount }) => [month, Number(amount)]));
  const thisYear = Number(dayInIndia(now).slice(0, 4));
  const year = chosen ?? thisYear;
  const monthsOf = (of: number) =>
    Array.from(
      { length: 12 },
      (_, index) => amountOf.get(`${of}-${String(index + 1).padStart(2, '0')}`) ?? 0,
    );
  return {
    year,
    months: monthsOf(year),
    before: monthsOf(year - 1),
    years: yearsToChoose(
      rows.map(({ month }) => Number(month.slice(0, 4))),
      thisYear,
    ),
  };
}

/** Few enough to count row by row. */
export async function getStaffFigures(db: Db, scope: Scope, now: Date) {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const addedOn = sql<string>`(created_at at time zone 'Asia/Kolkata')::date`;
  const rows = await db
    .selectFrom('staff')
    .$if(scope.collegeId !== null, (query) => query.where('college_id', '=', scope.collegeId))
    .groupBy('role')
    .select((eb) => [
      'role',
      eb.fn.countAll<number>().filterWhere('disabled_at', 'is', null).as('value'),
      eb.fn.countAll<number>().filterWhere(addedOn, '>=', thisFrom).as('this_month'),
      eb.fn
        .countAll<number>()
        .filterWhere((day) => day.between(addedOn, lastFrom, lastTo))
        .as('last_month'),
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

/**
 * Folded totals and unfolded deltas, in one statement, so that its snapshot includes a fold completely or not at all.
 * The whole university has totals of its own.
 */
function amounts(db: Db, scope: Scope, counted: readonly ReturnType<typeof countedOn>[] = []) {
  const totals = inScope(db, scope, 'dashboard_totals').select(['measure', 'part', 'day', 'amount']);
  const deltas = inScope(db, scope, 'dashboard_deltas').select(['measure', 'part', 'day', 'amount']);
  const folded = totals.$if(scope.collegeId === null, (query) => query.where('college_id', 'is', null));
  return [deltas, ...counted]
    .reduce((all, part) => all.unionAll(part as typeof deltas), folded)
    .as('amounts');
}
