import { sql } from 'kysely';
import { z } from 'zod';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/fields.ts';
import { byName, type ListQuery } from './database.ts';

/** The order of a list: a column, and the id that makes it total. An index covers both. */
export type Order = {
  column: string;
  /** A name is a text whose order ignores case and accents. */
  type: 'timestamptz' | 'date' | 'text' | 'name' | 'integer' | 'bigint';
  id: string;
  idType: 'uuid' | 'bigint';
  direction: 'asc' | 'desc';
};

type Key = { key: string; id: string };

/** Splits `-receivedAt` into the column that `columns` gives for it and the direction. */
export function orderOf<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, Pick<Order, 'column' | 'type'>>,
  id: Pick<Order, 'id' | 'idType'>,
): Order {
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as Name;
  return { ...columns[name], ...id, direction: isDescending ? 'desc' : 'asc' };
}

/** Sums the named columns over all rows of a query. */
export function sumRows<Name extends string>(
  query: ListQuery<unknown>,
  columns: Readonly<Record<Name, string>>,
): Promise<Record<Name, number>> {
  const sums = Object.entries<string>(columns).map(([name, column]) =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`.as(name),
  );
  return query.clearSelect().clearOrderBy().select(sums).executeTakeFirstOrThrow() as Promise<
    Record<Name, number>
  >;
}

/**
 * One keyset page. With a cursor it starts after that row and reads only its own rows. A jump (an offset without a
 * cursor) first looks up the row at that position in the index; after the last row it returns none.
 *
 * `show` joins columns that are only displayed, to the rows of the page alone: joined earlier, a jump would join every
 * row that it skips.
 */
export async function readPage<Found extends object, Row extends object = Found>(
  query: ListQuery<Found>,
  order: Order,
  page: PageRequest,
  show?: (found: ListQuery<Found>) => ListQuery<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const start = startOf(query, order, page);
  let ordered = orderedBy(query, order).select(keyColumns(order));
  if (start) ordered = ordered.where(start);
  // The first page is requested most: with its limit inlined it has no parameters, so it is prepared.
  const found = ordered.limit(start ? page.limit + 1 : sql.lit(page.limit + 1));
  const shown = show
    ? orderedBy(show(found), order).select([
        sql.ref('cursor_key').as('cursor_key'),
        sql.ref('cursor_id').as('cursor_id'),
      ])
    : found;
  // The selection of `show` is unknown here; the key columns are selected above.
  const rows = (await shown.execute()) as unknown as (Row & { cursor_key: string; cursor_id: string })[];
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined;
  return {
    rows: rows.slice(0, page.limit),
    nextCursor: last ? encodeCursor({ key: last.cursor_key, id: last.cursor_id }) : null,
  };
}

export function orderedBy<Row>(query: ListQuery<Row>, order: Order): ListQuery<Row> {
  return query.orderBy(keyOf(order), order.direction).orderBy(sql.ref(order.id), order.direction);
}

function keyOf({ column, type }: Order) {
  return type === 'name' ? byName(column) : sql.ref(column);
}

/** The rows after a key, in the direction of the order. */
export function afterKey(order: Order, key: Key) {
  if (!isKeyOf(order, key)) throw domainError('request.unreadable');
  const comparison = sql.raw(order.direction === 'desc' ? '<' : '>');
  const keyType = sql.raw(order.type === 'name' ? 'text' : order.type);
  const idType = sql.raw(order.idType);
  return sql<boolean>`(${keyOf(order)}, ${sql.ref(order.id)}) ${comparison} (${key.key}::${keyType}, ${key.id}::${idType})`;
}

/** The text format of a key for each type. A cursor may be forged or come from a list in another order. */
const keyTexts: Record<Order['type'] | Order['idType'], z.ZodType> = {
  text: z.string(),
  name: z.string(),
  date: z.iso.date(),
  uuid: z.uuid(),
  integer: z.string().regex(/^-?\d{1,9}$/),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  // PostgreSQL writes 2026-03-07 14:05:00.123456+00.
  timestamptz: z
    .string()
    .transform((text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    .pipe(z.iso.datetime({ offset: true })),
};

function isKeyOf(order: Order, key: Key): boolean {
  return keyTexts[order.type].safeParse(key.key).success && keyTexts[order.idType].safeParse(key.id).success;
}

function keyColumns(order: Order) {
  // As text, because a Date would lose the microseconds that order two rows.
  return [
    sql<string>`${sql.ref(order.column)}::text`.as('cursor_key'),
    sql<string>`${sql.ref(order.id)}::text`.as('cursor_id'),
  ] as const;
}

/** Where the page starts: after the cursor's row or at the row of the offset; null at the first row. */
function startOf<Row>(query: ListQuery<Row>, order: Order, page: PageRequest) {
  if (page.cursor) return afterKey(order, decodeCursor(page.cursor));
  if (page.offset === 0) return null;
  const columns = [keyOf(order), sql.ref(order.id)] as const;
  const place = orderedBy(query.clearSelect(), order)
    .select([columns[0].as('key'), columns[1].as('id')])
    .offset(page.offset)
    .limit(1);
  const comparison = sql.raw(order.direction === 'desc' ? '<=' : '>=');
  return sql<boolean>`(${columns[0]}, ${columns[1]}) ${comparison} (${place})`;
}

/** The cursor of a page that starts after this row. */
export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify([key.key, key.id])).toString('base64url');
}

export function decodeCursor(cursor: string): Key {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && typeof id === 'string') return { key, id };
  } catch {
    // Falls through: not a cursor of ours.
  }
  throw domainError('request.unreadable');
}
