import { sql } from 'kysely';
import { staff } from '#features/staff/server/queries.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { applicationsContract } from '../contract.ts';

type ListReceiversInput = InputOf<typeof applicationsContract.listReceivers>;

/** The application receivers, with what each received since the first of the month in India. */
export async function listReceivers(db: Db, input: ListReceiversInput, settings: Settings) {
  const page = await staff.page(db, { ...input, role: 'receiver', status: 'all' }, settings);
  if (page.rows.length === 0) return { ...page, rows: [] };
  const monthBegan = sql<Date>`date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`;
  const counts = await db
    .selectFrom('applications')
    .select((eb) => ['applications.received_by', eb.fn.countAll<number>().as('count')])
    .where(
      'applications.received_by',
      'in',
      page.rows.map((row) => row.id),
    )
    .where('applications.received_at', '>=', monthBegan)
    .groupBy('applications.received_by')
    .execute();
  const countOf = new Map(counts.map((row) => [row.received_by, row.count]));
  return { ...page, rows: page.rows.map((row) => ({ ...row, receivedThisMonth: countOf.get(row.id) ?? 0 })) };
}
