import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Charge, ScheduledCharge } from '../charge.ts';
import { inPaymentOrder } from './charges-of.ts';

/**
 * Replaces the charges of an application. The concession reduces the application charge first, and payments cover it
 * first; what exceeds all charges returns to the drafts' balances. Deferred constraints check that everything agrees
 * with schedule and total.
 */
export async function chargeApplication(
  transaction: CommandTransaction,
  application: ChargedApplication,
  owed: { before: readonly Charge[]; due: readonly ScheduledCharge[]; concession: number },
): Promise<void> {
  const { db } = transaction;
  let conceded = owed.concession;
  let isChanged = false;
  for (const kind of ['application', 'late'] as const) {
    const recorded = owed.before.find((charge) => charge.kind === kind);
    const due = owed.due.find((charge) => charge.kind === kind);
    if (!recorded && !due) continue;
    const scheduled = due?.scheduledAmount ?? 0;
    const ofCharge = Math.min(conceded, scheduled);
    conceded -= ofCharge;
    const columns = {
      fee_id: due?.feeId ?? null,
      scheduled_amount: scheduled,
      concession_amount: ofCharge,
    };
    if (!recorded) await addCharge(db, application, { kind, ...columns });
    else if (isSame(recorded, columns)) continue;
    else await db.updateTable('charges').set(columns).where('id', '=', recorded.id).execute();
    isChanged = true;
  }
  if (isChanged && owed.before.some(({ paidAmount }) => paidAmount > 0)) {
    const before = await findPayments(db, application.id);
    await reallocatePayments(db, application.id);
    auditReleased(transaction, application, { before, after: await findPayments(db, application.id) });
  }
}

type ChargedApplication = { id: string; label: string; collegeId: string; receivedAt: Date };

/** How the audit log names a charge: with the conditions of its row. */
export function chargeAuditValues({ kind, scheduledAmount, feeId, row }: ScheduledCharge) {
  const given = Object.entries(row ?? {}).filter(([, value]) => value !== null);
  return { kind, amount: scheduledAmount, feeId, row: Object.fromEntries(given) };
}

type Columns = Record<'scheduled_amount' | 'concession_amount', number> & { fee_id: string | null };

function isSame({ feeId, scheduledAmount, concessionAmount }: Charge, columns: Columns): boolean {
  return (
    feeId === columns.fee_id &&
    scheduledAmount === columns.scheduled_amount &&
    concessionAmount === columns.concession_amount
  );
}

async function addCharge(
  db: Db,
  { id, collegeId, receivedAt }: ChargedApplication,
  columns: Columns & { kind: string },
): Promise<void> {
  await db
    .insertInto('charges')
    .values({ id: uuid(), application_id: id, college_id: collegeId, charged_at: receivedAt, ...columns })
    .execute();
}

type Payments = Awaited<ReturnType<typeof findPayments>>;

async function findPayments(db: Db, applicationId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('demand_drafts', 'demand_drafts.id', 'payments.demand_draft_id')
    .where('application_id', '=', applicationId)
    .select(['demand_drafts.id', 'demand_drafts.number'])
    .select((eb) => eb.ref('payments.amount').$notNull().as('amount'))
    .execute();
}

function auditReleased(
  { audit }: CommandTransaction,
  application: ChargedApplication,
  { before, after }: Record<'before' | 'after', Payments>,
): void {
  for (const draft of before) {
    const amount = draft.amount - (after.find(({ id }) => id === draft.id)?.amount ?? 0);
    if (amount === 0) continue;
    audit({
      event: 'demand_drafts.released',
      record: { type: 'demand_draft', id: draft.id, label: draft.number },
      collegeId: application.collegeId,
      after: { applicationId: application.id, application: application.label, amount },
    });
  }
}

/** Spreads the paying drafts over the charges again, in the order in which they were allocated. */
async function reallocatePayments(db: Db, applicationId: string): Promise<void> {
  await sql`
    with paying as (
      select demand_draft_id, sum(allocations.amount) as amount, min(allocated_at) as allocated_at,
             (array_agg(allocated_by order by allocated_at))[1] as allocated_by
        from allocations join demand_drafts on demand_drafts.id = demand_draft_id and pays
       where application_id = ${applicationId}
       group by demand_draft_id
    ), poured as (
      select *, sum(amount) over (order by allocated_at, demand_draft_id) as up_to from paying
    ), filled as (
      select id, amount, sum(amount) over (order by ${inPaymentOrder}) as up_to
        from charges where application_id = ${applicationId} and kind <> 'reprint'
    ), spread as (
      select demand_draft_id, filled.id as charge_id, allocated_by, allocated_at,
             least(poured.up_to, filled.up_to)
               - greatest(poured.up_to - poured.amount, filled.up_to - filled.amount) as amount
        from poured, filled
       where least(poured.up_to, filled.up_to) > greatest(poured.up_to - poured.amount, filled.up_to - filled.amount)
    )
    merge into allocations as target using spread
       on target.demand_draft_id = spread.demand_draft_id and target.charge_id = spread.charge_id
     when matched and target.amount <> spread.amount then update set amount = spread.amount
     when not matched then insert (demand_draft_id, charge_id, amount, allocated_by, allocated_at)
       values (spread.demand_draft_id, spread.charge_id, spread.amount, spread.allocated_by, spread.allocated_at)
     when not matched by source and target.application_id = ${applicationId}
          and exists (select from demand_drafts where id = target.demand_draft_id and pays) then delete`.execute(
    db,
  );
}
