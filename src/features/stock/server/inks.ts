import { type RawBuilder, sql } from 'kysely';
import { byName, type Db, fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Ink } from '../ink-contract.ts';

export async function listInks(db: Db): Promise<Ink[]> {
  const rows = await inkRows(db).orderBy(byName('inks.name')).orderBy(byName('inks.colour')).execute();
  return rows.map((row) => fromRow(Ink, row));
}

/** The ink, locked, so that withdrawals from its stock follow each other. */
export async function lockInk(db: Db, id: string): Promise<Ink & { label: string }> {
  await db
    .selectFrom('inks')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => domainError('stock.not_found'));
  const ink = fromRow(Ink, await inkRows(db).where('inks.id', '=', id).executeTakeFirstOrThrow());
  return { ...ink, label: `${ink.name}, ${ink.colour}` };
}

/** What was recorded in a month, from the current one, in India. */
function usedInMonth(months: number) {
  const month = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at} at time zone 'Asia/Kolkata')`;
  return sql<number>`(select coalesce(sum(u.quantity), 0)::integer from ink_uses u
    where u.ink_id = inks.id and ${month(sql`u.recorded_at`)} = ${month(sql`now()`)} + make_interval(months => ${months}))`;
}

/** An ink's stock is computed: accepted and approved, less used. */
function inkRows(db: Db) {
  return db
    .selectFrom('inks')
    .selectAll('inks')
    .select([
      sql<number>`
        (select coalesce(sum(r.received_quantity - r.rejected_quantity), 0) from ink_receipts r where r.ink_id = inks.id and r.approved_by is not null)
        - (select coalesce(sum(u.quantity), 0) from ink_uses u where u.ink_id = inks.id)`.as('in_stock'),
      usedInMonth(0).as('used_this_month'),
      usedInMonth(-1).as('used_last_month'),
      // Fewer sheets may not have emptied the first cartridge, and their average says nothing.
      sql<
        number | null
      >`(select case when sum(u.sheets) >= greatest(100, inks.sheets_per_unit) then round(sum(u.sheets) / sum(u.quantity))::integer end
        from ink_uses u where u.ink_id = inks.id)`.as('measured_yield'),
      sql<boolean>`exists (select from ink_receipts r where r.ink_id = inks.id)`.as('has_records'),
    ]);
}
