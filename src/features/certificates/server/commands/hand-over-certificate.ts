import { mailCandidates } from '#features/applications/server/candidate-mails.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, type CommandTransaction, commandOf } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { certificatesContract } from '../../contract.ts';
import { certificateCan, signatureWords } from '../../rules.ts';
import { ofOneCertificate, settleEarlierCopies } from '../earlier-copies.ts';
import { findMissingSignatures } from '../missing-signatures.ts';
import { factsOf, lockCertificate, recordHandOver, recordOf, type Way } from '../record-hand-over.ts';

const certificateCommand = commandOf<typeof certificatesContract>();

/** Records who collected the printed sheet and which identity document was seen. */
export const handOverCertificate = certificateCommand('handOverCertificate', (transaction, input) => {
  const { collectedBy, identitySeen } = input;
  const way = { way: 'in_person', collected_by: collectedBy, identity_seen: identitySeen } as const;
  return handOver(transaction, input, { way, told: { collectedBy, identitySeen } });
});

/** Records that the printed sheet was posted: carrier, day and tracking number. */
export const postCertificate = certificateCommand('postCertificate', async (transaction, input) => {
  const { carrier, trackingNumber, postedOn } = input;
  const way = { way: 'post', carrier, tracking_number: trackingNumber, posted_on: postedOn } as const;
  const isToCome = postedOn > dayInIndia(transaction.now);
  return handOver(transaction, input, { way, told: { carrier, trackingNumber, postedOn }, isToCome });
});

type HandOverInput = Pick<
  InputOf<typeof certificatesContract.postCertificate>,
  'id' | 'version' | 'earlierCopy'
>;

async function handOver(
  transaction: CommandTransaction,
  { id, version, earlierCopy }: HandOverInput,
  { way, told, isToCome = false }: { way: Way; told: object; isToCome?: boolean },
) {
  const { db, audit } = transaction;
  const row = await lockCertificate(db, id);
  const missingSignature = (await findMissingSignatures(db, [id])).get(id) ?? null;
  const words = signatureWords({ convocationNumber: row.convocation_number, missingSignature });
  assertAllowed(certificateCan.handOver({ ...factsOf(row), missingSignature }), {
    'certificates.to_be_signed': words,
    'certificates.out_for_signature': words,
    'certificates.damaged_at_signature': words,
  });
  await assertVersion(db, { type: 'certificate', row }, version);
  if (isToCome) throw domainError('certificates.posted_later');

  await settleEarlierCopies(transaction, [row], {
    earlierCopies: new Map(earlierCopy ? [[row.id, earlierCopy]] : []),
    refusals: ofOneCertificate,
  });
  const left = await recordHandOver(transaction, [row], way);

  audit({
    event: 'certificates.handed_over',
    ...recordOf(row),
    before: { state: row.state },
    after: { state: 'handed_over', way: way.way, copies: left.get(id), ...told },
  });
  if (way.way === 'post') {
    const { carrier, tracking_number: trackingNumber, posted_on: postedOn } = way;
    await mailCandidates(transaction, [row.application_id], {
      kind: 'sent',
      carrier,
      trackingNumber,
      postedOn,
    });
  }
  return { version: row.version + 1 };
}
