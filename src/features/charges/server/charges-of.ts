import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Charge } from '../charge.ts';
import { feeRow } from './schedule.ts';

/** The order in which payments fill the charges: the application itself first, then that it is late. */
export const inPaymentOrder = sql`array_position(array['application', 'late', 'reprint'], charges.kind)`;

const charge = sql<Charge>`json_build_object(
  'id', charges.id, 'kind', charges.kind, 'feeId', charges.fee_id, 'row', ${feeRow},
  'scheduledAmount', charges.scheduled_amount, 'concessionAmount', charges.concession_amount, 'amount', charges.amount,
  'paidAmount', charges.paid_amount, 'pendingAmount', charges.pending_amount)`;

/** What the application owes whose id stands in a column: for itself and for being late, as a subquery. */
export function chargesOf(applicationId: RawBuilder<unknown>): RawBuilder<Charge[]> {
  return sql`(
    select coalesce(json_agg(${charge} order by ${inPaymentOrder}), '[]')
      from charges left join fee_schedule on fee_schedule.id = charges.fee_id
     where charges.application_id = ${applicationId} and charges.kind <> 'reprint')`;
}

/** What the reprint is charged whose request's id stands in a column. */
export function chargeOfReprint(requestId: RawBuilder<unknown>): RawBuilder<Charge | null> {
  return sql`(
    select ${charge} from charges left join fee_schedule on fee_schedule.id = charges.fee_id
     where charges.reprint_request_id = ${requestId})`;
}

export async function findCharges(db: Db, { id }: { id: string }): Promise<Charge[]> {
  const { rows } = await sql<{ charges: Charge[] }>`select ${chargesOf(sql`${id}`)} as charges`.execute(db);
  return rows[0]!.charges;
}
