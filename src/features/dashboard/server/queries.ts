import { sql } from 'kysely';
import { type Db, inScope, type Scope } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Role } from '#shared/roles.ts';
import type { Figure } from '../contract.ts';
import { comparedDays, yearsToChoose } from '../rules.ts';

export async function getApplicationFigures(db: Db, scope: Scope, now: Date) {
  const figureOf = await sumFigures(db, scope, now);
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

/** Every measure with its trend, in one snapshot; of one part only if it is named. */
async function sumFigures(db: Db, scope: Scope, now: Date) {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const rows = await db
    .selectFrom(amounts(db, scope))
    .groupBy(['measure', 'part'])
    .select((eb) => [
      'measure',
      'part',
      eb.fn.sum<string>('amount').as('value'),
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
  return {
    year,
    months: Array.from(
      { length: 12 },
      (_, index) => amountOf.get(`${year}-${String(index + 1).padStart(2, '0')}`) ?? 0,
    ),
    years: yearsToChoose(
      rows.map(({ month }) => Number(month.slice(0, 4))),
      thisYear,
    ),
  };
}

/** Few enough to be counted one by one. */
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
 * Folded totals and the deltas that are not folded yet, in one statement: its snapshot sees a fold wholly or not at all.
 * The whole university has totals of its own.
 */
function amounts(db: Db, scope: Scope) {
  const totals = inScope(db, scope, 'dashboard_totals').select(['measure', 'part', 'day', 'amount']);
  const deltas = inScope(db, scope, 'dashboard_deltas').select(['measure', 'part', 'day', 'amount']);
  return totals
    .$if(scope.collegeId === null, (query) => query.where('college_id', 'is', null))
    .unionAll(deltas)
    .as('amounts');
}
