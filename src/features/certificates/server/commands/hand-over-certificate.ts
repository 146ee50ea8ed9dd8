import type { InputOf } from '#platform/contract/operation.ts';
import { assertVersion, command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { certificatesContract } from '../../contract.ts';
import { certificateCan } from '../../rules.ts';
import { ofOneCertificate, settleEarlierCopies } from '../earlier-copies.ts';
import { factsOf, lockCertificate, recordHandOver, recordOf } from '../record-hand-over.ts';

type HandOverInput = InputOf<typeof certificatesContract.handOverCertificate>;

/** Records who collected the printed sheet and which identity paper was seen. */
export const handOverCertificate = command(
  'handOverCertificate',
  async (transaction, input: HandOverInput) => {
    const { db, actor, audit } = transaction;
    const row = await lockCertificate(db, actor.scope, input.id);
    assertAllowed(certificateCan.handOver(factsOf(row)));
    await assertVersion(db, { type: 'certificate', row }, input.version);

    const { collectedBy, identitySeen } = input;
    const way = { way: 'in_person', collected_by: collectedBy, identity_seen: identitySeen } as const;
    await settleEarlierCopies(transaction, [row], {
      earlierCopies: new Map(input.earlierCopy ? [[row.id, input.earlierCopy]] : []),
      refusals: ofOneCertificate,
    });
    await recordHandOver(transaction, [row], way);

    audit({
      event: 'certificates.handed_over',
      ...recordOf(row),
      before: { state: row.state },
      after: { state: 'handed_over', way: way.way, collectedBy, identitySeen },
    });
    return { version: row.version + 1 };
  },
);
