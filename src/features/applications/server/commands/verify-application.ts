import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { ApplicationDetail } from '../../contract.ts';
import type { VerifyApplicationInput } from '../../decision-contract.ts';
import { differencesOf } from '../../master-comparison.ts';
import { applicationCan, isReopened } from '../../rules.ts';
import { findMissingFacts, findStudentOf } from '../cases.ts';
import { addToConversation } from '../conversation.ts';
import { allocateConvocationNumber } from '../convocation-number.ts';
import { applicationCommand, lockToDecide, writeDecision } from '../decisions.ts';
import { endReopening } from '../end-reopening.ts';
import { findConcession } from '../fee.ts';
import { getApplication, type LockedApplication, recordOf } from '../queries.ts';

/**
 * Verifies an application, allocates its convocation number and creates its certificate, all or nothing. If it was
 * verified before, its withheld certificate is released with the same number, and reprinted after a reopening.
 */
export const verifyApplication = applicationCommand('verifyApplication', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const row = await lockToDecide(transaction, input, applicationCan.verify);
  const application = await getApplication(db, input.id);
  const facts = await findMissingFacts(db, application.id);
  assertAllowed(applicationCan.verifyWithout(facts), { 'applications.facts_missing': { facts } });
  const explained = await explainDifferences(transaction, application, input);

  // Verifying also confirms the concession; nobody else approves it.
  const concession = await findConcession(transaction, row);
  const columns = { status: 'verified', verified_by: actor.id, verified_at: now };
  const version = await writeDecision(db, row, columns);
  await addToConversation(transaction, row, { act: 'verified', by: actor.id });
  const released = await releaseCertificate(transaction, row);
  const certificate = released ?? (await createCertificate(transaction, row));

  audit({
    event: 'applications.verified',
    ...recordOf(row),
    before: { status: row.status },
    after: {
      status: 'verified',
      convocationNumber: certificate.convocation_number,
      ...(concession && { concession }),
      ...explained,
    },
  });
  audit({
    event: released ? 'certificates.released' : 'certificates.created',
    record: { type: 'certificate', id: certificate.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    after: { applicationId: row.id, state: certificate.state },
  });
  if (isReopened(row)) await endReopening(transaction, row, certificate);
  return { convocationNumber: certificate.convocation_number, version };
});

/**
 * The differences from the student master and why the application is right; refuses if the decider has not seen all.
 */
async function explainDifferences(
  { db }: CommandTransaction,
  application: ApplicationDetail,
  { differences }: VerifyApplicationInput,
) {
  const found = differencesOf(application, await findStudentOf(db, application));
  if (found.length === 0) return {};
  if (!differences || !found.every(({ name }) => differences.fields.includes(name)))
    throw domainError('applications.differs');
  return {
    differenceReason: differences.reason,
    studentMaster: Object.fromEntries(found.map(({ name, master }) => [name, master])),
  };
}

/** Also copies the college, which may have been corrected since. */
async function releaseCertificate({ db }: CommandTransaction, row: LockedApplication) {
  return db
    .updateTable('certificates')
    .set((eb) => ({ withheld_at: null, college_id: row.college_id, version: eb('version', '+', 1) }))
    .where('application_id', '=', row.id)
    .returning(certificateColumns)
    .executeTakeFirst();
}

async function createCertificate(transaction: CommandTransaction, row: LockedApplication) {
  const { db, now } = transaction;
  return db
    .insertInto('certificates')
    .values({
      id: uuid(),
      application_id: row.id,
      college_id: row.college_id,
      ...(await allocateConvocationNumber(transaction, row)),
      created_at: now,
      waiting_since: now,
    })
    .returning(certificateColumns)
    .executeTakeFirstOrThrow();
}

const certificateColumns = ['id', 'college_id', 'convocation_number', 'state', 'version'] as const;
