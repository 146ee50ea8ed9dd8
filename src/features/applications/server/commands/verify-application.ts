import { v7 as uuid } from 'uuid';
import { assertVersion } from '#platform/server/assert-version.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { nextNumber } from '#platform/server/db/numbers.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { applicationCan, convocationYearOf } from '../../rules.ts';
import { factsOf } from '../facts.ts';
import { findConcession } from '../fee.ts';
import { endLease, findLease, leaseRefusal } from '../leases.ts';
import { type LockedApplication, lockApplication } from '../queries.ts';

/**
 * Verifies an application, allocates its convocation number and creates its certificate, all or nothing. One that was
 * verified before has its certificate already, withheld since a draft came back: that is released with its number.
 */
export const verifyApplication = command(
  'verifyApplication',
  async (transaction, input: { id: string; version: number }) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, input.id);
    const lease = await findLease(db, row);
    assertAllowed(applicationCan.verify(factsOf(row, lease), actor.id), {
      ...leaseRefusal(lease),
      'applications.fee_short': { pending: row.pending_amount },
    });
    await assertVersion(db, { type: 'application', row }, input.version);

    // Verification confirms it; nobody else is asked.
    const concession = await findConcession(transaction, row);
    const version = row.version + 1;
    await db
      .updateTable('applications')
      .set({ status: 'verified', verified_by: actor.id, verified_at: now, version })
      .where('id', '=', row.id)
      .execute();
    await endLease(db, row);
    const released = await releaseCertificate(db, row);
    const certificate = released ?? (await createCertificate(transaction, row));

    audit({
      event: 'applications.verified',
      record: { type: 'application', id: row.id, label: row.registration_number },
      collegeId: row.college_id,
      before: { status: row.status },
      after: {
        status: 'verified',
        convocationNumber: certificate.convocation_number,
        ...(concession && { concession }),
      },
    });
    audit({
      event: released ? 'certificates.released' : 'certificates.created',
      record: { type: 'certificate', id: certificate.id, label: certificate.convocation_number },
      collegeId: row.college_id,
      after: { applicationId: row.id, state: certificate.state },
    });
    return { convocationNumber: certificate.convocation_number, version };
  },
);

/** Its college may have been corrected since. */
async function releaseCertificate(db: Db, row: LockedApplication) {
  return db
    .updateTable('certificates')
    .set((eb) => ({ withheld_at: null, college_id: row.college_id, version: eb('version', '+', 1) }))
    .where('application_id', '=', row.id)
    .returning(['id', 'convocation_number', 'state'])
    .executeTakeFirst();
}

async function createCertificate({ db, now }: CommandTransaction, row: LockedApplication) {
  const convocationYear = convocationYearOf(row.academic_year);
  return db
    .insertInto('certificates')
    .values({
      id: uuid(),
      application_id: row.id,
      college_id: row.college_id,
      convocation_year: convocationYear,
      convocation_sequence: await nextNumber(db, `convocation ${convocationYear}`),
      created_at: now,
      waiting_since: now,
    })
    .returning(['id', 'convocation_number', 'state'])
    .executeTakeFirstOrThrow();
}
