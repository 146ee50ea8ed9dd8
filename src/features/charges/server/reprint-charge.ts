import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { dayInIndia } from '#shared/format.ts';
import type { ScheduledCharge } from '../charge.ts';
import { findScheduled } from './schedule.ts';

type ChargedRequest = {
  id: string;
  cause: string | null;
  applicationId: string;
  collegeId: string;
  requestedAt: Date;
};

/**
 * Records the charge for a reprint as of the day of its request; null, recording nothing, if the office is at fault or no
 * row applies.
 */
export async function chargeReprint(
  { db }: Pick<CommandTransaction, 'db'>,
  { id, cause, applicationId, collegeId, requestedAt }: ChargedRequest,
): Promise<ScheduledCharge | null> {
  if (cause === 'office') return null;
  const facts = await findFacts(db, applicationId);
  const [due = null] = await findScheduled(db, ['reprint'], facts, dayInIndia(requestedAt));
  if (!due) return null;
  await db
    .insertInto('charges')
    .values({
      id: uuid(),
      application_id: applicationId,
      college_id: collegeId,
      kind: 'reprint',
      reprint_request_id: id,
      fee_id: due.feeId,
      scheduled_amount: due.scheduledAmount,
      charged_at: requestedAt,
    })
    .execute();
  return due;
}

async function findFacts(db: Db, applicationId: string) {
  return db
    .selectFrom('applications')
    .leftJoin('award_records', 'award_records.application_id', 'applications.id')
    .where('applications.id', '=', applicationId)
    .select([
      'applications.college_id as collegeId',
      'applications.course_id as courseId',
      'applications.certificate_type as certificateType',
      'applications.academic_year as academicYear',
      sql<string>`coalesce(award_records.category, '')`.as('category'),
      sql<string>`coalesce(award_records.attendance, '')`.as('attendance'),
    ])
    .executeTakeFirstOrThrow();
}

/** The charge for a reprint as the rules read it; null if nothing was charged. */
export async function findReprintCharge(db: Db, requestId: string) {
  const charge = await db
    .selectFrom('charges')
    .leftJoin('concessions', 'concessions.reprint_request_id', 'charges.reprint_request_id')
    .where('charges.reprint_request_id', '=', requestId)
    .select(['charges.id', 'charges.amount', 'charges.pending_amount as pendingAmount'])
    .select(['charges.concession_amount as concessionAmount', 'concessions.recorded_by as concededById'])
    .executeTakeFirst();
  return charge ?? null;
}

/** Drops the charge of a reprint that is not made; what drafts paid for it returns to their balances. */
export async function releaseReprint(
  { db, audit }: Pick<CommandTransaction, 'db' | 'audit'>,
  request: { id: string; collegeId: string; label: string },
): Promise<void> {
  const charge = await findReprintCharge(db, request.id);
  if (!charge) return;
  const released = await unscoped(
    db,
    'A draft of a college that the candidate has left may pay for the reprint.',
  )
    .deleteFrom('allocations')
    .using('demand_drafts')
    .whereRef('demand_drafts.id', '=', 'allocations.demand_draft_id')
    .where('allocations.charge_id', '=', charge.id)
    .returning(['demand_drafts.id', 'demand_drafts.number', 'allocations.amount'])
    .execute();
  for (const { id, number, amount } of released) {
    audit({
      event: 'demand_drafts.released',
      record: { type: 'demand_draft', id, label: number },
      collegeId: request.collegeId,
      after: { reprintRequestId: request.id, reprintOf: request.label, amount },
    });
  }
  await db.deleteFrom('charges').where('id', '=', charge.id).execute();
  await db.deleteFrom('concessions').where('reprint_request_id', '=', request.id).execute();
}
