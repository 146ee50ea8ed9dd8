import { sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import { announce, inTransaction } from '#platform/server/command.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { type Db, guarded, inScope, unscoped } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { leaseSeconds, type OpenCase } from '../case-desk-contract.ts';
import { applicationCan } from '../rules.ts';
import { factsOf } from './facts.ts';
import { type LockedApplication, lockApplication } from './queries.ts';

export type Lease = { staffId: string; name: string };

const runs = sql<boolean>`application_leases.expires_at > now()`;

/** Who has a locked application open. Nobody else can begin to until the lock is gone, because opening takes it too. */
export async function findLease(db: Db, row: Pick<LockedApplication, 'id'>): Promise<Lease | null> {
  const lease = await unscoped(db)
    .selectFrom('application_leases')
    .innerJoin('staff', 'staff.id', 'application_leases.staff_id')
    .where('application_id', '=', row.id)
    .where(runs)
    .select(['staff.id as staffId', 'staff.name'])
    .executeTakeFirst();
  return lease ?? null;
}

/** What the refusal of an application that a colleague has open says. */
export function leaseRefusal(lease: Lease | null) {
  return { 'applications.leased': { by: lease?.name ?? '' } };
}

/** A decided application is nobody's any more. */
export async function endLease(db: Db, row: Pick<LockedApplication, 'id'>): Promise<void> {
  await unscoped(db).deleteFrom('application_leases').where('application_id', '=', row.id).execute();
}

export async function listOpenCases(db: Db, scope: Scope): Promise<OpenCase[]> {
  const leases = await inScope(db, scope, 'applications')
    .innerJoin('application_leases', 'application_leases.application_id', 'applications.id')
    .innerJoin('staff', 'staff.id', 'application_leases.staff_id')
    .where(runs)
    .select([
      'applications.id as applicationId',
      'staff.id as staffId',
      'staff.name',
      'application_leases.expires_at as expiresAt',
    ])
    .execute();
  return leases.map((lease) => ({ ...lease, expiresAt: lease.expiresAt.toISOString() }));
}

/**
 * Takes an application for the caller, or keeps it for a further minute. It changes no record, so there is nothing to
 * audit; open screens hear of it all the same (docs/decisions/0022).
 */
export async function openCase(
  context: RequestContext,
  { id }: { id: string },
): Promise<{ expiresAt: string }> {
  const actor = actorOf(context);
  return inTransaction(context.services.commandDb, async (transaction) => {
    const db = guarded(transaction);
    const row = await lockApplication(db, actor.scope, id);
    const lease = await findLease(db, row);
    assertAllowed(applicationCan.open(factsOf(row, lease), actor.id), leaseRefusal(lease));
    const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
    const { expires_at } = await transaction
      .insertInto('application_leases')
      .values({ application_id: id, staff_id: actor.id, expires_at: until })
      .onConflict((conflict) =>
        conflict.column('application_id').doUpdateSet({ staff_id: actor.id, expires_at: until }),
      )
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    if (lease === null) await announce(transaction, actor.id, [eventOf('opened', row)]);
    return { expiresAt: expires_at.toISOString() };
  });
}

/** Gives an application back that the caller had open; one that a colleague took over stays theirs. */
export async function releaseCase(
  context: RequestContext,
  { id }: { id: string },
): Promise<Record<string, never>> {
  const actor = actorOf(context);
  return inTransaction(context.services.commandDb, async (transaction) => {
    const row = await lockApplication(guarded(transaction), actor.scope, id);
    const released = await transaction
      .deleteFrom('application_leases')
      .where('application_id', '=', id)
      .where('staff_id', '=', actor.id)
      .returning('application_id')
      .executeTakeFirst();
    if (released) await announce(transaction, actor.id, [eventOf('released', row)]);
    return {};
  });
}

function eventOf(verb: 'opened' | 'released', row: LockedApplication) {
  return {
    event: `cases.${verb}`,
    record: { type: 'application', id: row.id, label: row.registration_number },
    collegeId: row.college_id,
  };
}
