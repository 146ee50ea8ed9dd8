import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#platform/server/context.ts';
import type { Db, ListQuery } from '#platform/server/db/database.ts';
import { maximumCounted, rolesWith, type Waits } from '#platform/server/db/waiting-rows.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { WaitingCount } from '../contract.ts';
import { everyWaiting, type WaitingName, waitingAt, waitingParameters } from '../waiting.ts';

type Reader = Pick<Actor, 'id' | 'role'>;

/** One statement, so that all counts are of the same moment. */
export async function listWaiting(
  db: Db,
  actor: Reader,
  desk: Role = actor.role,
): Promise<{ waiting: WaitingCount[] }> {
  if (desk !== actor.role && actor.role !== 'admin') throw domainError('auth.not_permitted');
  const asked = waitingAt(desk, actor.role).map(async (name) => {
    const parameters = waitingParameters(everyWaiting[name], actor.id);
    const rows = await registered.waiting[name](db, parameters);
    return rows && countsOf(name, rows, actor);
  });
  const parts = (await Promise.all(asked)).filter((part) => part !== null);
  if (parts.length === 0) return { waiting: [] };
  const { rows } = await sql<Counts>`${sql.join(parts, sql` union all `)}`.execute(db);
  return { waiting: rows.map(toWaitingCount) };
}

type Counts = {
  name: WaitingName;
  mine: number;
  myOldest: Date | null;
  others: number;
  othersOldest: Date | null;
  who: string[];
};

/** What of these rows the reader may act on, what only others may, and who they are. */
function countsOf(name: WaitingName, rows: ListQuery<Waits>, reader: Reader): RawBuilder<Counts> {
  const roles = sql`coalesce(waits.roles, ${rolesWith(everyWaiting[name].access as Permission)})`;
  const mayAct = (id: RawBuilder<string>, role: RawBuilder<string>) => sql`(${role} = any(${roles})
    and not coalesce(${id} = any(waits.barred), false) and coalesce(waits.only = ${id}, true))`;
  const isMine = mayAct(sql`${reader.id}::uuid`, sql`${reader.role}`);
  return sql`select * from (
    with waits as materialized (select waits.*, ${isMine} as mine from ${rows} as waits)
    select ${sql.lit(name)} as name,
           count(*) filter (where mine)::integer as mine, min(since) filter (where mine) as "myOldest",
           count(*) filter (where not mine)::integer as others, min(since) filter (where not mine) as "othersOldest",
           array(
             select s.name from staff s
              where s.disabled_at is null and s.id <> ${reader.id} and exists (
                select from waits
                 where not mine and ${mayAct(sql`s.id`, sql`s.role`)}
                   and (s.college_id is null or waits."collegeId" is null or s.college_id = waits."collegeId"))
              order by s.name collate name_order, s.id) as who
      from waits) as counted`;
}

function toWaitingCount({ name, who, ...found }: Counts): WaitingCount {
  const isMore = found.mine + found.others > maximumCounted;
  // The row beyond those that are counted only says that there are more.
  const others = isMore && found.others > 0 ? found.others - 1 : found.others;
  const mine = isMore && found.others === 0 ? found.mine - 1 : found.mine;
  const forMe = { count: mine, isMore, oldest: found.myOldest?.toISOString() ?? null };
  const forOthers = { count: others, isMore, oldest: found.othersOldest?.toISOString() ?? null };
  const oldest = [forMe.oldest, forOthers.oldest].filter((moment) => moment !== null).toSorted()[0] ?? null;
  return { name, count: mine + others, isMore, oldest, forMe, forOthers: { ...forOthers, who } };
}
