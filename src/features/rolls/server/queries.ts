import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { commandOf } from '#platform/server/command.ts';
import { countRows, type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Roll, RollConvocation, type RollDetail, type RollFilters, type rollsContract } from '../contract.ts';

export const rollCommand = commandOf<typeof rollsContract>();

/** A roll has people of every college, so staff of one college may not see it. */
export function assertWholeUniversity(db: Db): void {
  if (collegeOf(db) !== null) throw domainError('rolls.university_only');
}

export const rolls = listQueries({
  order: newestFirst('rolls.opened_at', 'rolls.id'),
  rows: filtered,
  record: toRoll,
});

export async function getRoll(db: Db, id: string): Promise<RollDetail> {
  const row = await rollRows(db)
    .where('rolls.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('rolls.not_found'));
  const roll = toRoll(row);
  return { ...roll, entryCount: roll.entryCount ?? (await countMembers(db, roll.convocationId)) };
}

/** Counts the members of a convocation's open roll; reads thousands of rows. */
async function countMembers(db: Db, convocationId: string): Promise<number> {
  const { count } = await countRows(
    db.selectFrom('roll_members').where('convocation_id', '=', convocationId),
  );
  return count;
}

/** Few enough to list all of them. */
export async function listRollConvocations(db: Db): Promise<{ convocations: RollConvocation[] }> {
  assertWholeUniversity(db);
  const rows = await db
    .selectFrom('convocations')
    .orderBy('held_on', 'desc')
    .orderBy('id')
    .select(['id', 'number', 'name', 'held_on', 'academic_years'])
    .select((eb) => [
      eb
        .selectFrom('rolls')
        .whereRef('convocation_id', '=', 'convocations.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('roll_count'),
      eb
        .exists(
          eb
            .selectFrom('rolls')
            .whereRef('convocation_id', '=', 'convocations.id')
            .where('state', '=', 'open')
            .select(sql`1`.as('one')),
        )
        .$castTo<boolean>()
        .as('has_open_roll'),
    ])
    .execute();
  return { convocations: rows.map((row) => fromRow(RollConvocation, row)) };
}

/** Entries are numbered from 1 and never removed, so the last position is their count. */
function rollRows(db: Db) {
  assertWholeUniversity(db);
  return db
    .selectFrom('rolls')
    .innerJoin('convocations', 'convocations.id', 'rolls.convocation_id')
    .innerJoin('staff as opener', 'opener.id', 'rolls.opened_by')
    .leftJoin('staff as closer', 'closer.id', 'rolls.closed_by')
    .leftJoin('staff as resolver', 'resolver.id', 'rolls.resolved_by')
    .selectAll('rolls')
    .select([
      'convocations.number as convocation_number',
      'convocations.name as convocation_name',
      'opener.name as opener_name',
      'closer.name as closer_name',
      'resolver.name as resolver_name',
      sql<number | null>`(select max(position) from roll_entries where roll_id = rolls.id)`.as('entry_count'),
      sql<number>`(select count(*) from roll_entries where roll_id = rolls.id and struck_at is not null)`.as(
        'struck_count',
      ),
    ]);
}

async function filtered(db: Db, { state, search }: RollFilters) {
  const rows = rollRows(db);
  const result = state === 'all' ? rows : rows.where('rolls.state', '=', state);
  if (!search) return result;
  const { certificates } = await findNumbered(db, search);
  const listing = db
    .selectFrom('roll_entries')
    .where(isAmong('roll_entries.certificate_id', certificates))
    .select('roll_entries.roll_id');
  const texts = sql`convocations.number, convocations.name, rolls.resolution_body, rolls.resolution_number`;
  return result.where((eb) => eb.or([hasTerm(texts, search), eb('rolls.id', 'in', listing)]));
}

function toRoll(row: RowOf<typeof rollRows>): Roll {
  return fromRow(Roll, row, {
    openedBy: row.opener_name,
    closedBy: row.closer_name,
    closedById: row.closed_by,
    resolvedBy: row.resolver_name,
  });
}
