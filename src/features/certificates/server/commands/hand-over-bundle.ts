import { v7 as uuid } from 'uuid';
import { toRow } from '#platform/server/db/database.ts';
import { assignNumber } from '#platform/server/db/numbers.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import { bundleCan, formatBundleNumber, signatureWords } from '../../rules.ts';
import { bundleCommand } from '../bundles.ts';
import { ofOneInBundle, settleEarlierCopies } from '../earlier-copies.ts';
import { findMissingSignatures } from '../missing-signatures.ts';
import { factsOf, lockCertificates, recordHandOver, recordOf } from '../record-hand-over.ts';

const numbered = { table: 'bundles', column: 'bundle_number', series: 'bundle' } as const;

/** Hands over printed certificates of one college to a person from it. */
export const handOverBundle = bundleCommand('handOverBundle', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const certificates = await lockCertificates(db, [...new Set(input.certificateIds)]);
  const collegeId = certificates[0]!.college_id;
  if (certificates.some((one) => one.college_id !== collegeId)) throw domainError('bundles.several_colleges');
  const missing = await findMissingSignatures(db, idsOf(certificates));
  for (const certificate of certificates) {
    const number = { number: certificate.convocation_number };
    const missingSignature = missing.get(certificate.id) ?? null;
    const words = signatureWords({ convocationNumber: number.number, missingSignature });
    assertAllowed(bundleCan.take({ ...factsOf(certificate), missingSignature }), {
      'bundles.revoked': number,
      'bundles.handed_over': number,
      'bundles.withheld': number,
      'bundles.not_printed': number,
      'certificates.to_be_signed': words,
      'certificates.out_for_signature': words,
      'certificates.damaged_at_signature': words,
    });
  }

  const id = uuid();
  const { deliveredTo, designation, identitySeen } = input;
  const receiver = { deliveredTo, designation, identitySeen };
  await db
    .insertInto('bundles')
    .values(toRow({ id, collegeId, ...receiver, handedOverBy: actor.id, handedOverAt: now }))
    .execute();
  await settleEarlierCopies(transaction, certificates, {
    earlierCopies: new Map(input.earlierCopies.map((one) => [one.certificateId, one.earlierCopy])),
    refusals: ofOneInBundle,
  });
  const left = await recordHandOver(transaction, certificates, { way: 'bundle', bundle_id: id });
  const bundleNumber = await assignNumber(db, numbered, id);

  const label = formatBundleNumber(bundleNumber);
  audit({
    event: 'bundles.handed_over',
    record: { type: 'bundle', id, label },
    collegeId,
    after: { certificates: certificates.length, ...receiver },
  });
  for (const certificate of certificates) {
    audit({
      event: 'certificates.handed_over',
      ...recordOf(certificate),
      before: { state: certificate.state },
      after: {
        state: 'handed_over',
        way: 'bundle',
        copies: left.get(certificate.id),
        bundle: label,
        deliveredTo,
      },
    });
  }
  return { id, bundleNumber: label };
});
