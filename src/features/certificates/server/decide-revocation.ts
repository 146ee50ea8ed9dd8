import { endReprintRequest, lockReprintRequests } from '#features/applications/server/end-reprint-request.ts';
import { type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { Revocation } from '../revocation-contract.ts';
import { revocationCan } from '../rules.ts';
import { factsOf, lockApplicationOf, lockCertificate, recordOf } from './record-hand-over.ts';
import { revocationCommand } from './revocations.ts';

type Decision = {
  may: (typeof revocationCan)['confirm' | 'decline' | 'withdraw'];
  outcome: NonNullable<Revocation['outcome']>;
};

/** Records the outcome of a proposal, after locking the certificate and everything that changes with it. */
async function decide(
  transaction: CommandTransaction,
  { id, remark = null }: { id: string; remark?: string | null },
  { may, outcome }: Decision,
) {
  const { db, actor, now } = transaction;
  const { row, certificate } = await lockRevocation(transaction, id);
  const facts = {
    outcome: row.outcome as Revocation['outcome'],
    proposedById: row.proposed_by,
    certificateState: factsOf(certificate).state,
  };
  assertAllowed(may(facts, actor.id));
  await db
    .updateTable('revocations')
    .set({ outcome, decided_by: actor.id, decided_at: now, remark })
    .where('id', '=', id)
    .execute();
  return { certificate, reason: row.reason, authority: row.authority };
}

/** Locks in the same order as reopening does. */
async function lockRevocation({ db }: CommandTransaction, id: string) {
  const { certificate_id } = await db
    .selectFrom('certificates')
    .innerJoin('revocations', 'revocations.certificate_id', 'certificates.id')
    .where('revocations.id', '=', id)
    .select('revocations.certificate_id')
    .executeTakeFirstOrThrow(() => domainError('revocations.not_found'));
  await lockApplicationOf(db, certificate_id);
  await lockReprintRequests(db, certificate_id);
  const certificate = await lockCertificate(db, certificate_id);
  const row = await db
    .selectFrom('revocations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, certificate };
}

/** Revokes the certificate permanently: no copy can be printed, handed over or verified as genuine again. */
export const confirmRevocation = revocationCommand('confirmRevocation', async (transaction, input) => {
  const { db, now, audit } = transaction;
  const { certificate, reason, authority } = await decide(transaction, input, {
    may: revocationCan.confirm,
    outcome: 'confirmed',
  });
  await endReprintRequest(transaction, certificate, { with: 'revoked', reason });
  const why = { revocation_reason: reason, revocation_authority: authority };
  await updateRow(db, 'certificates', certificate, { state: 'revoked', revoked_at: now, ...why });
  audit({
    event: 'certificates.revoked',
    ...recordOf(certificate),
    before: { state: certificate.state },
    after: { state: 'revoked', reason, authority },
  });
  return {};
});

/** Leaves the certificate unchanged and records the reason. */
export const declineRevocation = revocationCommand('declineRevocation', async (transaction, input) => {
  const { certificate, reason, authority } = await decide(transaction, input, {
    may: revocationCan.decline,
    outcome: 'declined',
  });
  transaction.audit({
    event: 'certificates.revocation_declined',
    ...recordOf(certificate),
    after: { reason, authority, remark: input.remark },
  });
  return {};
});

/** Withdraws one's own proposal. */
export const withdrawRevocation = revocationCommand('withdrawRevocation', async (transaction, input) => {
  const { certificate, reason, authority } = await decide(transaction, input, {
    may: revocationCan.withdraw,
    outcome: 'withdrawn',
  });
  transaction.audit({
    event: 'certificates.revocation_withdrawn',
    ...recordOf(certificate),
    after: { reason, authority },
  });
  return {};
});
