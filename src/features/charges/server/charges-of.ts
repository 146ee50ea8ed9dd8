import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Charge } from '../charge.ts';
import { feeRow } from './schedule.ts';

/** The order in which payments cover the charges: application, late, reprint. */
export const inPaymentOrder = sql`array_position(array['application', 'late', 'reprint'], charges.kind)`;

const charge = sql<Charge>`json_build_object(
  'id', charges.id, 'kind', charges.kind, 'feeId', charges.fee_id, 'row', ${feeRow},
  'scheduledAmount', charges.scheduled_amount, 'concessionAmount', charges.concession_amount, 'amount', charges.amount,
  'paidAmount', charges.paid_amount, 'pendingAmount', charges.pending_amount)`;

/** A subquery of an application's application and late charges. */
export function chargesOf(applicationId: Expression<string>) {
  return charges()
    .where('charges.application_id', '=', applicationId)
    .where('charges.kind', '<>', 'reprint')
    .select(sql<Charge[]>`coalesce(json_agg(${charge} order by ${inPaymentOrder}), '[]')`.as('charges'))
    .$asScalar()
    .$notNull();
}

/** A subquery of the charge of a reprint. */
export function chargeOfReprint(requestId: Expression<string>) {
  return charges()
    .where('charges.reprint_request_id', '=', requestId)
    .select(charge.as('charge'))
    .$asScalar();
}

function charges() {
  return expressionBuilder<DB>()
    .selectFrom('charges')
    .leftJoin('fee_schedule', 'fee_schedule.id', 'charges.fee_id');
}

export async function findCharges(db: Db, { id }: { id: string }): Promise<Charge[]> {
  const found = db.selectNoFrom(chargesOf(sql.val(id)).as('charges'));
  return (await found.executeTakeFirstOrThrow()).charges;
}
