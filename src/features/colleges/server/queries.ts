import { sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { containing, orderOf, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import {
  type College,
  type CollegeFilters,
  type CollegeUse,
  collegeUses,
  type ListCollegesInput,
} from '../contract.ts';

const sortColumns = {
  name: { column: 'colleges.name', type: 'text' },
  convocationFee: { column: 'colleges.convocation_fee', type: 'integer' },
} as const;

export async function listColleges(db: Db, scope: Scope, input: ListCollegesInput) {
  const order = orderOf(input.sort, sortColumns, { id: 'colleges.id', idType: 'uuid' });
  const page = await readPage(filtered(db, scope, input).selectAll('colleges').select(usesOf), order, input);
  return { rows: page.rows.map(toCollege), nextCursor: page.nextCursor };
}

export async function countColleges(db: Db, scope: Scope, filters: CollegeFilters) {
  return filtered(db, scope, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function listCollegeChoices(db: Db, scope: Scope) {
  return collegesInScope(db, scope)
    .select(['colleges.id', 'colleges.code', 'colleges.name'])
    .orderBy('colleges.name')
    .execute();
}

export async function getCollege(db: Db, scope: Scope, id: string): Promise<College> {
  const row = await collegesInScope(db, scope)
    .selectAll('colleges')
    .select(usesOf)
    .where('colleges.id', '=', id)
    .executeTakeFirst();
  if (!row) throw domainError('colleges.not_found');
  return toCollege(row);
}

/**
 * A college that a command is about to change. Nothing can begin to belong to it until the transaction ends, because
 * every row that does takes a key share lock on it; so `usedBy`, which is read behind this lock, stays true.
 */
export async function lockCollege(db: Db, scope: Scope, id: string): Promise<College> {
  const locked = await collegesInScope(db, scope)
    .select('colleges.id')
    .where('colleges.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw domainError('colleges.not_found');
  return getCollege(db, scope, id);
}

/** The colleges that a person sees: their own one, or all. */
function collegesInScope(db: Db, scope: Scope) {
  const colleges = unscoped(db).selectFrom('colleges');
  return scope.collegeId === null ? colleges : colleges.where('colleges.id', '=', scope.collegeId);
}

/** There are hundreds of colleges at most, so a search needs no index. */
function filtered(db: Db, scope: Scope, { search }: CollegeFilters) {
  const colleges = collegesInScope(db, scope);
  if (!search) return colleges;
  const text = sql`lower(concat_ws(E'\n', colleges.name, colleges.code, colleges.contact_number, colleges.address))`;
  return colleges.where(text, 'like', containing(search));
}

/** For each kind of record that can belong to a college, whether this one has any. */
const usesOf = collegeUses.map((table) =>
  sql<boolean>`exists (select from ${sql.table(table)} as owned where owned.college_id = colleges.id)`.as(
    table,
  ),
);

type CollegeRow = {
  id: string;
  code: string;
  name: string;
  contact_number: string;
  address: string;
  convocation_fee: number;
  email: string | null;
  version: number;
} & Record<CollegeUse, boolean>;

function toCollege(row: CollegeRow): College {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    contactNumber: row.contact_number,
    address: row.address,
    convocationFee: row.convocation_fee,
    email: row.email ?? '',
    usedBy: collegeUses.filter((use) => row[use]),
    version: row.version,
  };
}
