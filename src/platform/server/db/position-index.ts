import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inBackground, type ListQuery, unscoped } from './database.ts';
import { inOrder, type Key, type Order } from './page.ts';

/** The rows of a long list, and the same filters over its table's change log. */
export type Logged = { rows: ListQuery<unknown>; changes: ListQuery<unknown> };

/** Nearer positions are found as fast by scanning. */
const shortestSeek = 2_000;
/** Low, because a searched list also scans the rows between its matches. */
const rowsBetweenCheckpoints = 250;
/** An index with more unseen changes is rebuilt, because every use adds them up. */
const mostUnseen = 5_000;

/** Held while an index is built; the logs are only trimmed when it is free. */
export const positionIndexLock = 7_301_985;
const beingBuilt = new Set<string>();

const unseen = sql<boolean>`not pg_visible_in_snapshot(xid, built.snapshot)`;

/**
 * The row at a position, exactly; null if the list is shorter. Undefined if there is no index: one is then built in the
 * background, and the caller scans this time.
 */
export async function findRowAt(
  db: Db,
  list: Logged,
  order: Order,
  position: number,
): Promise<Key | null | undefined> {
  if (position < shortestSeek) return undefined;
  const name = nameOf(list, order);
  const [key, id] = [sql.ref(order.column), sql.ref(order.id)];
  const [keyType, idType] = [sql.raw(order.type), sql.raw(order.idType)];
  const [isBehind, isBefore] = order.direction === 'desc' ? [sql`<=`, sql`>`] : [sql`>=`, sql`<`];
  const moved = list.changes
    .clearSelect()
    .crossJoin(sql<object>`built`.as('built'))
    .crossJoin(sql<object>`checkpoint`.as('checkpoint'))
    .where(unseen)
    .where(sql<boolean>`(${key}, ${id}) ${isBefore} (checkpoint.key, checkpoint.id)`)
    .select(sql`coalesce(sum(sign), 0)`.as('moved'));
  const place = inOrder(list.rows.clearSelect(), order)
    .select([sql`${key}::text`.as('key'), sql`${id}::text`.as('id')])
    .where(sql<boolean>`(${key}, ${id}) ${isBehind} (select key, id from checkpoint)`)
    .offset(sql<number>`${position}::bigint - (select position from checkpoint) - (${moved})`)
    .limit(1);
  // One statement and therefore one snapshot: rows, changes and index are consistent.
  const { rows } = await sql<{ unseen: number; isReached: boolean; key: string | null; id: string }>`
    with built as materialized (
      select * from position_indexes where list = ${name.list} and sort = ${name.sort}
    ), unseen as materialized (
      select count(*) from built, (${list.changes.select(sql.ref('xid').as('xid'))}) as changes where ${unseen}
    ), checkpoint as materialized (
      select position, entry.key::${keyType} as key, entry.id::${idType} as id
        from built, unnest(positions, keys, ids) as entry (position, key, id)
       where position <= ${position} - (select count from unseen)
       order by position desc
       limit 1
    )
    select (select count from unseen) as unseen, exists (select from checkpoint) as "isReached", place.*
      from built left join lateral (${place}) as place on true
  `.execute(unscoped(db));
  const found = rows[0];
  if (!found || found.unseen > mostUnseen) buildPositionIndex(db, list, order);
  if (!found?.isReached) return undefined;
  return found.key === null ? null : { key: found.key, id: found.id };
}

/** The exact number of rows, from any position index of the list; undefined without one. */
export async function findCount(db: Db, list: Logged, order: Order): Promise<number | undefined> {
  const gained = list.changes.clearSelect().where(unseen).select(sql`coalesce(sum(sign), 0)`.as('gained'));
  const { rows } = await sql<{ count: number }>`
    select total + (${gained}) as count from position_indexes as built
     where list = ${nameOf(list, order).list}
     order by made_at desc
     limit 1
  `.execute(unscoped(db));
  return rows[0]?.count;
}

/** Builds the position index of a list in the background, unless this process is already building it. */
export function buildPositionIndex(db: Db, list: Logged, order: Order): void {
  const name = nameOf(list, order);
  const index = `${name.list} ${name.sort}`;
  // Inside a transaction the build would outlive it and could not see its changes.
  if (unscoped(db).isTransaction || beingBuilt.has(index)) return;
  beingBuilt.add(index);
  const direction = sql.raw(order.direction);
  const [key, id] = [sql.ref(order.column), sql.ref(order.id)];
  const numbered = list.rows
    .clearSelect()
    .select([
      key.as('key'),
      id.as('id'),
      sql`row_number() over (order by ${key} ${direction}, ${id} ${direction}) - 1`.as('position'),
    ]);
  const isCheckpoint = sql`filter (where position % ${sql.lit(rowsBetweenCheckpoints)} = 0)`;
  // After a failure the next seek tries again; until then positions are found by scanning.
  void inBackground(db, 'building a position index', async (background) => {
    await background.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock_shared(${positionIndexLock})`.execute(transaction);
      await sql`
        insert into position_indexes (list, sort, snapshot, total, positions, keys, ids)
        select ${name.list}, ${name.sort}, pg_current_snapshot(), count(*),
               coalesce(array_agg(position order by position) ${isCheckpoint}, '{}'),
               coalesce(array_agg(key::text order by position) ${isCheckpoint}, '{}'),
               coalesce(array_agg(id::text order by position) ${isCheckpoint}, '{}')
          from (${numbered}) as numbered
        on conflict (list, sort) do update
           set made_at = excluded.made_at, snapshot = excluded.snapshot, total = excluded.total,
               positions = excluded.positions, keys = excluded.keys, ids = excluded.ids
         where position_indexes.made_at < excluded.made_at
      `.execute(transaction);
    });
  }).finally(() => beingBuilt.delete(index));
}

/** Identifies a list by its query; the selected columns do not matter. */
function nameOf(list: Logged, order: Order): { list: string; sort: string } {
  const { sql: text, parameters } = list.rows.clearSelect().select(sql`1`.as('one')).compile();
  return {
    list: createHash('sha256')
      .update(JSON.stringify([text, parameters]))
      .digest('hex'),
    sort: `${order.column} ${order.direction}`,
  };
}
