import { type RawBuilder, sql } from 'kysely';
import { chargeKinds } from '#features/charges/charge.ts';
import { draftStates } from '#features/demand-drafts/contract.ts';
import { filterDrafts } from '#features/demand-drafts/server/search-drafts.ts';
import { type Db, inScope, type Scope } from '#platform/server/db/database.ts';
import {
  type DraftTotal,
  type DraftTotalsInput,
  type DrawerTotal,
  type DrawerTotalsInput,
  drawerParts,
  type FeeTotal,
  type FeeTotalsInput,
  type TotalsGroup,
} from '../contract.ts';
import { registerFilters } from '../rules.ts';

export async function listFeeTotals(db: Db, scope: Scope, input: FeeTotalsInput): Promise<FeeTotal[]> {
  const { by } = input;
  const rows = by === 'charge' ? await sumCharges(db, scope, input) : await sumApplications(db, scope, input);
  return rows.map((row) => ({ ...row, by, collected: row.generated - row.pending }));
}

function sumApplications(db: Db, scope: Scope, input: FeeTotalsInput) {
  return sumBy(db, scope, input, {
    applications: sql`measure = 'applications'`,
    generated: sql`measure = 'generated'`,
    concessions: sql`measure = 'conceded'`,
    pending: sql`measure = 'pending'`,
  });
}

/** All kinds of charge, even those never charged; the total is that of the applications. */
async function sumCharges(db: Db, scope: Scope, input: FeeTotalsInput) {
  const sums = await sumBy(db, scope, input, {
    applications: sql`measure = 'charges'`,
    generated: sql`measure = 'charged'`,
    concessions: sql`measure = 'charge_conceded'`,
    pending: sql`measure = 'charge_pending'`,
  });
  const none = { collegeName: null, applications: 0, generated: 0, concessions: 0, pending: 0 };
  const kinds = chargeKinds.map((key) => sums.find((row) => row.key === key) ?? { ...none, key });
  const total = (await sumApplications(db, scope, { ...input, by: 'academicYear' })).at(-1)!;
  return [...kinds, total];
}

export async function listDraftTotals(db: Db, scope: Scope, input: DraftTotalsInput): Promise<DraftTotal[]> {
  const rows = await sumBy(db, scope, input, {
    drafts: sql`measure = 'drafts'`,
    amount: sql`measure = 'draft_amount'`,
    allocated: sql`measure = 'draft_allocated'`,
    unallocated: sql`measure = 'draft_balance'`,
    undeposited: sql`measure = 'draft_amount' and part = 'received'`,
  });
  return rows.map((row) => ({
    ...row,
    by: input.by,
    returned: row.amount - row.allocated - row.unallocated,
  }));
}

/** The undeposited and the stale drafts; few enough to count row by row. */
export async function listDrawerTotals(
  db: Db,
  scope: Scope,
  { collegeId }: DrawerTotalsInput,
): Promise<DrawerTotal[]> {
  const totalOf = async (part: DrawerTotal['part']) => {
    const drafts = filterDrafts(inScope(db, scope, 'demand_drafts'), registerFilters[part]);
    const sums = await drafts
      .$if(collegeId !== undefined, (query) => query.where('demand_drafts.college_id', '=', collegeId!))
      .select([
        sql<number>`count(*)`.as('drafts'),
        sql<number>`coalesce(sum(demand_drafts.amount), 0)::bigint`.as('amount'),
        sql<number>`coalesce(sum(demand_drafts.allocated_amount) filter (where demand_drafts.pays), 0)::bigint`.as(
          'allocated',
        ),
        sql<string | null>`min(demand_drafts.drawn_on)`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
    return { part, ...sums };
  };
  return Promise.all(drawerParts.map(totalOf));
}

type Grouping = { by: TotalsGroup; collegeId?: string | undefined };
type Group = { key: string; collegeName: string | null };
/** `day` is null in sums over all days. */
type Amount = {
  college_id: string | null;
  measure: string;
  part: string | null;
  amount: number;
  day: string | null;
};
type GroupSums<Name extends string> = Group & Record<Name, number>;

/**
 * The group key of a row of the dashboard's totals: `part` is the academic year for applications, the state for drafts,
 * and the kind for charges.
 */
const keys: Record<TotalsGroup, RawBuilder<string>> = {
  college: sql`college_id::text`,
  academicYear: sql`part`,
  state: sql`part`,
  charge: sql`part`,
  year: sql`to_char(day, 'YYYY')`,
  month: sql`to_char(day, 'YYYY-MM')`,
};

/** Sums the named measures for each group and, in the last row, over all groups. */
async function sumBy<Name extends string>(
  db: Db,
  scope: Scope,
  grouping: Grouping,
  measures: Record<Name, RawBuilder<unknown>>,
): Promise<GroupSums<Name>[]> {
  const { by } = grouping;
  const names = Object.keys(measures) as Name[];
  const found = await db
    .selectFrom(amounts(db, scope, grouping))
    .groupBy(sql`1`)
    .select(keys[by].as('key'))
    .select(
      names.map((name) =>
        sql<number>`coalesce(sum(amount) filter (where ${measures[name]}), 0)::bigint`.as(name),
      ),
    )
    .execute();
  const nameOf = by === 'college' ? await collegeNames(db) : new Map<string, string>();
  // Kysely cannot type columns named by a parameter.
  const groups = (found as unknown as (Record<Name, number> & { key: string })[])
    .map((sums) => ({ ...sums, collegeName: nameOf.get(sums.key) ?? null }))
    // Totals also contain groups of other measures: states beside academic years, students in no group.
    .filter((sums) => names.some((name) => sums[name] !== 0))
    .sort((one, other) => compareGroups(by, one, other));
  const totals = names.map((name) => [name, groups.reduce((sum, sums) => sum + sums[name], 0)]);
  return [
    ...groups,
    { ...(Object.fromEntries(totals) as Record<Name, number>), key: 'all', collegeName: null },
  ];
}

/**
 * Folded totals and unfolded deltas, in one statement, so that its snapshot has each amount once. Only years and months
 * have to be summed from days.
 */
function amounts(db: Db, scope: Scope, { by, collegeId }: Grouping) {
  const isOfCollege = collegeId === undefined ? sql<boolean>`true` : sql<boolean>`college_id = ${collegeId}`;
  const deltas = inScope(db, scope, 'dashboard_deltas')
    .select(['college_id', 'measure', 'part', 'amount', 'day'])
    .where(isOfCollege)
    .$castTo<Amount>();
  // The whole university has its own totals beside those of the colleges.
  const isOfAll = by === 'college' ? sql<boolean>`college_id is not null` : sql<boolean>`college_id is null`;
  const isChosen = scope.collegeId === null && collegeId === undefined ? isOfAll : isOfCollege;
  if (by === 'year' || by === 'month')
    return inScope(db, scope, 'dashboard_totals')
      .select(['college_id', 'measure', 'part', 'amount', 'day'])
      .where(isChosen)
      .$castTo<Amount>()
      .unionAll(deltas)
      .as('amounts');
  return inScope(db, scope, 'fee_totals')
    .select(['college_id', 'measure', 'part', 'amount', sql<string>`null::date`.as('day')])
    .where(isChosen)
    .$castTo<Amount>()
    .unionAll(deltas)
    .as('amounts');
}

async function collegeNames(db: Db): Promise<Map<string, string>> {
  const colleges = await db.selectFrom('colleges').select(['id', 'name']).execute();
  return new Map(colleges.map(({ id, name }) => [id, name]));
}

/** Colleges by name, states in lifecycle order, the newest year or month first. */
function compareGroups(by: TotalsGroup, one: Group, other: Group): number {
  if (by === 'college') return (one.collegeName ?? '').localeCompare(other.collegeName ?? '', 'en-IN');
  if (by === 'state') return placeOf(one) - placeOf(other);
  return other.key.localeCompare(one.key);
}

function placeOf({ key }: Group): number {
  return (draftStates as readonly string[]).indexOf(key);
}
