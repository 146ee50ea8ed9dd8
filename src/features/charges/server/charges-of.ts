import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Charge } from '../charge.ts';
import { feeRow } from './schedule.ts';

/** The order in which payments cover the charges: application, late, reprint. */
export const inPaymentOrder = sql`array_position(array['application', 'late', 'reprint'], charges.kind)`;

const charge = sql<Charge>`json_build_object(
  'id', charges.id, 'kind', charges.kind, 'feeId', charges.fee_id, 'row', ${feeRow},
  'scheduledAmount', charges.scheduled_amount, 'concessionAmount', charges.concession_amount, 'amount', charges.amount,
  'paidAmount', charges.paid_amount, 'pendingAmount', charges.pending_amount)`;

/** A subquery of an application's application and late charges; the argument is the column with its id. */
export function chargesOf(applicationId: RawBuilder<unknown>): RawBuilder<Charge[]> {
  return sql`(
    select coalesce(json_agg(${charge} order by ${inPaymentOrder}), '[]')
      from charges left join fee_schedule on fee_schedule.id = charges.fee_id
     where charges.application_id = ${applicationId} and charges.kind <> 'reprint')`;
}

/** A subquery of the charge of a reprint; the argument is the column with the request's id. */
export function chargeOfReprint(requestId: RawBuilder<unknown>): RawBuilder<Charge | null> {
  return sql`(
    select ${charge} from charges left join fee_schedule on fee_schedule.id = charges.fee_id
     where charges.reprint_request_id = ${requestId})`;
}

export async function findCharges(db: Db, { id }: { id: string }): Promise<Charge[]> {
  const { rows } = await sql<{ charges: Charge[] }>`select ${chargesOf(sql`${id}`)} as charges`.execute(db);
  return rows[0]!.charges;
}
