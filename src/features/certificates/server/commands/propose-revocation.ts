import { v7 as uuid } from 'uuid';
import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { revocationCan } from '../../rules.ts';
import { factsOf, lockCertificate, recordOf } from '../record-hand-over.ts';
import { revocationCommand } from '../revocations.ts';

/** Proposes to revoke a certificate; nothing changes until another admin confirms it. */
export const proposeRevocation = revocationCommand('proposeRevocation', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { reason, authority } = input;
  const row = await lockCertificate(db, input.id);
  const waiting = await db
    .selectFrom('revocations')
    .where('certificate_id', '=', row.id)
    .where('outcome', 'is', null)
    .select('id')
    .executeTakeFirst();
  const { state } = factsOf(row);
  assertAllowed(revocationCan.propose({ state, isRevocationProposed: waiting !== undefined }));
  await assertVersion(db, { type: 'certificate', row }, input.version);

  const id = uuid();
  const proposed = { proposed_by: actor.id, proposed_at: now };
  await db
    .insertInto('revocations')
    .values({ id, certificate_id: row.id, reason, authority, ...proposed })
    .execute();

  audit({
    event: 'certificates.revocation_proposed',
    ...recordOf(row),
    after: { reason, authority },
  });
  return { id };
});
