import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Permission, permissions } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Db, ListQuery } from './database.ts';
import type { Order } from './page.ts';

/** Counting stops here: nobody needs to know how many more than a thousand wait. */
export const maximumCounted = 1_000;

/** The column with the time since which a row waits: a moment, or a day in India. */
export type Since = { column: string; type: Extract<Order['type'], 'timestamptz' | 'date'> };

/** Who may act on a waiting row, as SQL of that row; without anything, everybody to whom it is counted. */
export type Acts = {
  /** The roles, where not all who are told of it may act. */
  roles?: RawBuilder<Role[] | null>;
  /** People whose own work it is; may contain null. */
  barred?: RawBuilder<(string | null)[] | null>;
  /** The only person who may act on it now, if there is one. */
  only?: RawBuilder<string | null>;
  /** The row's college, outside of which others may not act. */
  college?: RawBuilder<string | null>;
};

/** A row that waits, as the counts need it. */
export type Waits = {
  since: Date;
  roles: Role[] | null;
  barred: (string | null)[] | null;
  only: string | null;
  collegeId: string | null;
};

/** The longest waiting rows of a list, or null if it does not exist for this scope. */
export type WaitingQuery = (
  db: Db,
  parameters: Readonly<Record<string, string>>,
) => Promise<ListQuery<Waits> | null>;

/**
 * What waits in a list, filtered by the parameters of its URL, which the list's own filters parse; `fixed` adds the
 * parameters that its screen sets.
 */
export function waitingIn<Filters extends z.ZodType>({
  filters,
  rows,
  fixed,
  ...acts
}: Acts & {
  filters: Filters;
  rows: (db: Db, filters: z.output<Filters>, acts: Acts & { since?: Since }) => Promise<ListQuery<Waits>>;
  /** Of a list that is no queue: it keeps its order, unless the link to it names one. */
  since?: Since;
  fixed?: Readonly<Record<string, string>>;
}): WaitingQuery {
  return (db, parameters) => rows(db, filters.parse({ ...fixed, ...parameters }), acts);
}

/** One more than are counted, by age, so that an index limits the scan. */
export function waitingRows(
  rows: ListQuery<unknown>,
  since: Since,
  {
    roles = sql`null::text[]`,
    barred = sql`null::uuid[]`,
    only = sql`null::uuid`,
    college = sql`null::uuid`,
  }: Acts = {},
): ListQuery<Waits> {
  const column = sql.ref<Date>(since.column);
  const moment = since.type === 'date' ? sql<Date>`${column}::timestamp at time zone 'Asia/Kolkata'` : column;
  const selected = [
    moment.as('since'),
    roles.as('roles'),
    barred.as('barred'),
    only.as('only'),
    college.as('collegeId'),
  ];
  // A list's queries are typed without their columns.
  return rows
    .clearSelect()
    .clearOrderBy()
    .select(selected)
    .orderBy(column)
    .limit(maximumCounted + 1) as never;
}

export function rolesWith(permission: Permission): RawBuilder<Role[]> {
  return sql`array[${sql.join(permissions[permission].map((role) => sql.lit(role)))}]`;
}
