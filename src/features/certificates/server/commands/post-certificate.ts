import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { certificatesContract } from '../../contract.ts';
import { certificateCan } from '../../rules.ts';
import { ofOneCertificate, settleEarlierCopies } from '../earlier-copies.ts';
import { factsOf, lockCertificate, recordHandOver, recordOf } from '../record-hand-over.ts';

type PostInput = InputOf<typeof certificatesContract.postCertificate>;

/** Records that the printed sheet was sent by post: who carries it, since when, under which number. */
export const postCertificate = command('postCertificate', async (transaction, input: PostInput) => {
  const { db, actor, now, audit } = transaction;
  const row = await lockCertificate(db, actor.scope, input.id);
  assertAllowed(certificateCan.handOver(factsOf(row)));
  await assertVersion(db, { type: 'certificate', row }, input.version);
  if (input.postedOn > dayInIndia(now)) throw domainError('certificates.posted_later');

  const { carrier, trackingNumber, postedOn } = input;
  const way = { way: 'post', carrier, tracking_number: trackingNumber, posted_on: postedOn } as const;
  await settleEarlierCopies(transaction, [row], {
    earlierCopies: new Map(input.earlierCopy ? [[row.id, input.earlierCopy]] : []),
    refusals: ofOneCertificate,
  });
  await recordHandOver(transaction, [row], way);

  audit({
    event: 'certificates.handed_over',
    ...recordOf(row),
    before: { state: row.state },
    after: { state: 'handed_over', way: way.way, carrier, trackingNumber, postedOn },
  });
  return { version: row.version + 1 };
});
