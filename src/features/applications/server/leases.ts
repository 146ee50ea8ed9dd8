import { sql } from 'kysely';
import { announce, inTransaction } from '#platform/server/command.ts';
import { type Actor, actorOf, type RequestContext } from '#platform/server/context.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { leaseSeconds, OpenCase } from '../case-desk-contract.ts';
import type { ApplicationStatus } from '../contract.ts';
import { type ApplicationFacts, applicationCan, type Ruling } from '../rules.ts';
import { lockApplication, recordOf } from './queries.ts';

const runs = sql<boolean>`application_leases.expires_at > now()`;

/** Locks an application that neither the rule nor a colleague's lease keeps this person from acting on. */
export async function lockWithoutForeignLease(
  db: Db,
  actor: Actor,
  id: string,
  can: (application: ApplicationFacts, actorId: string) => Ruling,
) {
  const row = await lockApplication(db, id);
  // Nobody can start a lease until this lock is released, because opening takes the same lock.
  const lease = await db
    .selectFrom('application_leases')
    .innerJoin('staff', 'staff.id', 'application_leases.staff_id')
    .where('application_id', '=', id)
    .where(runs)
    .select(['staff.id as staffId', 'staff.name'])
    .executeTakeFirst();
  const facts: ApplicationFacts = {
    status: row.status as ApplicationStatus,
    pendingAmount: row.pending_amount,
    paidAmount: row.paid_amount,
    contributorIds: row.contributor_ids,
    verifiedById: row.verified_by,
    certificateState: row.certificate_state,
    reopening: row.reopening,
    lease,
  };
  assertAllowed(can(facts, actor.id), {
    'applications.leased': { by: lease?.name ?? '' },
    'applications.fee_short': { pending: row.pending_amount },
  });
  return { row, lease };
}

export async function listOpenCases(db: Db): Promise<OpenCase[]> {
  const leases = await db
    .selectFrom('applications')
    .innerJoin('application_leases', 'application_leases.application_id', 'applications.id')
    .innerJoin('staff', 'staff.id', 'application_leases.staff_id')
    .where(runs)
    .select([
      'applications.id as application_id',
      'staff.id as staff_id',
      'staff.name',
      'application_leases.expires_at',
    ])
    .execute();
  return leases.map((lease) => fromRow(OpenCase, lease));
}

/**
 * Starts the caller's lease or renews it. It changes no record, so nothing is audited, but open screens are notified
 * (docs/decisions/0022).
 */
export async function openCase(context: RequestContext, { id }: { id: string }) {
  const actor = actorOf(context);
  return inTransaction(context.services.commandDb, async (transaction) => {
    const { row, lease } = await lockWithoutForeignLease(transaction, actor, id, applicationCan.open);
    const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
    const { expires_at } = await transaction
      .insertInto('application_leases')
      .values({ application_id: id, staff_id: actor.id, expires_at: until })
      .onConflict((conflict) =>
        conflict.column('application_id').doUpdateSet({ staff_id: actor.id, expires_at: until }),
      )
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    if (!lease) await announce(transaction, actor.id, [{ event: 'cases.opened', ...recordOf(row) }]);
    return { expiresAt: expires_at.toISOString() };
  });
}

/** Ends the caller's lease; a colleague's lease stays. */
export async function releaseCase(context: RequestContext, { id }: { id: string }) {
  const actor = actorOf(context);
  return inTransaction(context.services.commandDb, async (transaction) => {
    const row = await lockApplication(transaction, id);
    const released = await transaction
      .deleteFrom('application_leases')
      .where('application_id', '=', id)
      .where('staff_id', '=', actor.id)
      .returning('application_id')
      .executeTakeFirst();
    if (released) await announce(transaction, actor.id, [{ event: 'cases.released', ...recordOf(row) }]);
    return {};
  });
}
