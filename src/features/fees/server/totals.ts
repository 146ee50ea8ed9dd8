import { type RawBuilder, sql } from 'kysely';
import { chargeKinds } from '#features/charges/charge.ts';
import { draftStates } from '#features/demand-drafts/contract.ts';
import { filterDrafts } from '#features/demand-drafts/server/search-drafts.ts';
import type { Db, ListQuery } from '#platform/server/db/database.ts';
import { startOf } from '#platform/server/db/days.ts';
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
import { applicationSums, chargeSums, draftSums } from './sums.ts';

export async function listFeeTotals(db: Db, input: FeeTotalsInput): Promise<FeeTotal[]> {
  const { by, collegeId } = input;
  const rows =
    by === 'charge' ? await sumCharges(db, { collegeId }) : await sumApplications(db, { by, collegeId });
  return rows.map((row) => ({ ...row, by, collected: row.generated - row.pending }));
}

function sumApplications(db: Db, grouping: Grouping<keyof typeof applicationKeys>) {
  const of = { keys: applicationKeys, sums: applicationSums };
  return sumBy(db, db.selectFrom('applications'), grouping, of);
}

/** All kinds of charge, even those never charged; the total is that of the applications. */
async function sumCharges(db: Db, ofCollege: Omit<Grouping<never>, 'by'>) {
  const charges = db.selectFrom('charges');
  const [rows, applications] = await Promise.all([
    sumBy(db, charges, { by: 'charge', ...ofCollege }, { keys: chargeKeys, sums: chargeSums }),
    sumApplications(db, { by: 'academicYear', ...ofCollege }),
  ]);
  const none = { collegeName: null, applications: 0, generated: 0, concessions: 0, pending: 0 };
  const kinds = chargeKinds.map((key) => rows.find((row) => row.key === key) ?? { ...none, key });
  return [...kinds, applications.at(-1)!];
}

export async function listDraftTotals(db: Db, input: DraftTotalsInput): Promise<DraftTotal[]> {
  const drafts = db.selectFrom('demand_drafts');
  const rows = await sumBy(db, drafts, input, { keys: draftKeys, sums: draftSums });
  return rows.map((row) => ({
    ...row,
    by: input.by,
    returned: row.amount - row.allocated - row.unallocated,
  }));
}

/** The undeposited and the stale drafts; few enough to count row by row. */
export async function listDrawerTotals(db: Db, { collegeId }: DrawerTotalsInput): Promise<DrawerTotal[]> {
  const totalOf = async (part: DrawerTotal['part']) => {
    const drafts = filterDrafts(db.selectFrom('demand_drafts'), registerFilters[part]);
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

type Grouping<By> = { by: By; collegeId?: string | undefined };
type Group = { key: string; collegeName: string | null };
type Keys<By extends string> = Record<By, RawBuilder<string>>;

const applicationKeys: Keys<Exclude<FeeTotalsInput['by'], 'charge'>> = {
  college: sql`applications.college_id`,
  academicYear: sql`applications.academic_year`,
  year: startOf('year', 'applications.received_at'),
  month: startOf('month', 'applications.received_at'),
};
const chargeKeys = { charge: sql<string>`charges.kind` };
const draftKeys: Keys<DraftTotalsInput['by']> = {
  state: sql`demand_drafts.state`,
  college: sql`demand_drafts.college_id`,
  year: startOf('year', 'demand_drafts.received_at'),
  month: startOf('month', 'demand_drafts.received_at'),
};

/** How much of the first day of a year or month is its key. */
const lengthOf: Partial<Record<TotalsGroup, number>> = { year: 4, month: 7 };

/** The sums of each group and, in the last row, of all groups. */
async function sumBy<By extends TotalsGroup, Name extends string>(
  db: Db,
  rows: ListQuery<object>,
  { by, collegeId }: Grouping<By>,
  { keys, sums }: { keys: Keys<By>; sums: Record<Name, RawBuilder<number>> },
): Promise<(Group & Record<Name, number>)[]> {
  const names = Object.keys(sums) as Name[];
  const found = await rows
    .$if(collegeId !== undefined, (query) => query.where(sql<boolean>`college_id = ${collegeId}`))
    .groupBy(keys[by])
    .select([keys[by].as('key'), ...names.map((name) => sums[name].as(name))])
    .execute();
  const nameOf = by === 'college' ? await collegeNames(db) : new Map<string, string>();
  // Kysely cannot type columns named by a parameter.
  const groups = (found as unknown as (Record<Name, number> & { key: string })[])
    .map((group) => ({
      ...group,
      key: group.key.slice(0, lengthOf[by]),
      collegeName: nameOf.get(group.key) ?? null,
    }))
    .sort((one, other) => compareGroups(by, one, other));
  const totals = names.map((name) => [name, groups.reduce((sum, group) => sum + group[name], 0)]);
  return [
    ...groups,
    { ...(Object.fromEntries(totals) as Record<Name, number>), key: 'all', collegeName: null },
  ];
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
