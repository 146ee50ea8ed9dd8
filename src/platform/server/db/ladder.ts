import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { backgroundOf, type Db, unscoped } from './database.ts';
import { inOrder, type Key, type ListQuery, type Order } from './page.ts';

/** The rows of a long list, and the same filters over the log of what happened to the rows of its table. */
export type Logged = { rows: ListQuery<unknown>; changes: ListQuery<unknown> };

/** Nearer positions are counted off as quickly. */
const shortestClimb = 2_000;
/** Few, because a searched list counts off the rows between its matches as well. */
const rowsBetweenRungs = 250;
/** With more changes behind it a ladder is made again: everybody who uses it adds them up. */
const mostUnseen = 5_000;

/** Held by whoever makes a ladder; while it is free the logs may be cut. */
export const ladderLock = 7_301_985;
const inTheMaking = new Set<string>();

const unseen = sql<boolean>`not pg_visible_in_snapshot(xid, ladder.snapshot)`;

/**
 * The row at a position, exactly; null where the list is shorter. Undefined when there is no ladder to count from:
 * then one is made in the background, and the caller counts off for once.
 */
export async function findRowAt(
  db: Db,
  list: Logged,
  order: Order,
  position: number,
): Promise<Key | null | undefined> {
  if (position < shortestClimb) return undefined;
  const name = nameOf(list, order);
  const [key, id] = [sql.ref(order.column), sql.ref(order.id)];
  const [keyType, idType] = [sql.raw(order.type), sql.raw(order.idType)];
  const [isBehind, isBefore] = order.direction === 'desc' ? [sql`<=`, sql`>`] : [sql`>=`, sql`<`];
  const moved = list.changes
    .clearSelect()
    .crossJoin('ladder')
    .crossJoin('rung')
    .where(unseen)
    .where(sql<boolean>`(${key}, ${id}) ${isBefore} (rung.key, rung.id)`)
    .select(sql`coalesce(sum(sign), 0)`.as('moved'));
  const place = inOrder(list.rows.clearSelect(), order)
    .select([sql`${key}::text`.as('key'), sql`${id}::text`.as('id')])
    .where(sql<boolean>`(${key}, ${id}) ${isBehind} (select key, id from rung)`)
    .offset(sql<number>`${position}::bigint - (select position from rung) - (${moved})`)
    .limit(1);
  // One statement and so one snapshot: rows, changes and ladder are of the same moment.
  const { rows } = await sql<{ unseen: number; isReached: boolean; key: string | null; id: string }>`
    with ladder as materialized (
      select * from list_ladders where list = ${name.list} and sort = ${name.sort}
    ), unseen as materialized (
      select count(*) from ladder, (${list.changes.select('xid')}) as changes where ${unseen}
    ), rung as materialized (
      select position, rung.key::${keyType} as key, rung.id::${idType} as id
        from ladder, unnest(positions, keys, ids) as rung (position, key, id)
       where position <= ${position} - (select count from unseen)
       order by position desc
       limit 1
    )
    select (select count from unseen) as unseen, exists (select from rung) as "isReached", place.*
      from ladder left join lateral (${place}) as place on true
  `.execute(unscoped(db));
  const found = rows[0];
  if (!found || found.unseen > mostUnseen) makeLadder(db, list, order);
  if (!found?.isReached) return undefined;
  return found.key === null ? null : { key: found.key, id: found.id };
}

/** The exact number of rows by any ladder of the list, or undefined without one. */
export async function findCount(db: Db, list: Logged, order: Order): Promise<number | undefined> {
  const gained = list.changes.clearSelect().where(unseen).select(sql`coalesce(sum(sign), 0)`.as('gained'));
  const { rows } = await sql<{ count: number }>`
    select total + (${gained}) as count from list_ladders as ladder
     where list = ${nameOf(list, order).list}
     order by made_at desc
     limit 1
  `.execute(unscoped(db));
  return rows[0]?.count;
}

/** Makes the ladder of a list in the background, unless this process does already: nobody waits for it. */
export function makeLadder(db: Db, list: Logged, order: Order): void {
  const name = nameOf(list, order);
  const made = `${name.list} ${name.sort}`;
  // A transaction ends before this would, and reads by a snapshot of its own.
  if (unscoped(db).isTransaction || inTheMaking.has(made)) return;
  inTheMaking.add(made);
  const direction = sql.raw(order.direction);
  const [key, id] = [sql.ref(order.column), sql.ref(order.id)];
  const numbered = list.rows
    .clearSelect()
    .select([
      key.as('key'),
      id.as('id'),
      sql`row_number() over (order by ${key} ${direction}, ${id} ${direction}) - 1`.as('position'),
    ]);
  const isRung = sql`filter (where position % ${sql.lit(rowsBetweenRungs)} = 0)`;
  backgroundOf(db)
    .transaction()
    .execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock_shared(${ladderLock})`.execute(transaction);
      await sql`
        insert into list_ladders (list, sort, snapshot, total, positions, keys, ids)
        select ${name.list}, ${name.sort}, pg_current_snapshot(), count(*),
               coalesce(array_agg(position order by position) ${isRung}, '{}'),
               coalesce(array_agg(key::text order by position) ${isRung}, '{}'),
               coalesce(array_agg(id::text order by position) ${isRung}, '{}')
          from (${numbered}) as numbered
        on conflict (list, sort) do update
           set made_at = excluded.made_at, snapshot = excluded.snapshot, total = excluded.total,
               positions = excluded.positions, keys = excluded.keys, ids = excluded.ids
         where list_ladders.made_at < excluded.made_at
      `.execute(transaction);
    })
    // Whoever jumps next tries again; until then positions are counted off.
    .catch(() => {})
    .finally(() => inTheMaking.delete(made));
}

/** The query of the list says which one it is; what it shows does not matter. */
function nameOf(list: Logged, order: Order): { list: string; sort: string } {
  const { sql: text, parameters } = list.rows.clearSelect().select(sql`1`.as('one')).compile();
  return {
    list: createHash('sha256')
      .update(JSON.stringify([text, parameters]))
      .digest('hex'),
    sort: `${order.column} ${order.direction}`,
  };
}
