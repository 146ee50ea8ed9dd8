import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { signatureDayFault } from '../../rules.ts';
import { bundleCommand, getBundle, lockBundledCopies } from '../bundles.ts';
import { recordOf } from '../record-hand-over.ts';

/** Records that students have signed the college's list for their certificates; each can sign once. */
export const recordSignatures = bundleCommand('recordSignatures', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const bundle = await getBundle(db, input.id);
  const copies = await lockBundledCopies(db, input);
  const signed = copies.find((copy) => copy.signed_on !== null);
  if (signed) throw domainError('bundles.signed_before', { number: signed.convocation_number });
  const handedOverOn = dayInIndia(new Date(bundle.handedOverAt));
  const fault = signatureDayFault(input.signedOn, { handedOverOn, today: dayInIndia(now) });
  if (fault) throw domainError(fault);

  const sheetIds = copies.map((copy) => copy.sheet_id);
  await db
    .updateTable('hand_overs')
    .set({ signed_on: input.signedOn, signature_recorded_by: actor.id, signature_recorded_at: now })
    .where('sheet_id', 'in', sheetIds)
    .execute();

  for (const copy of copies) {
    audit({
      event: 'certificates.signed_for',
      ...recordOf(copy),
      after: { bundle: bundle.bundleNumber, signedOn: input.signedOn },
    });
  }
  return { recorded: copies.length };
});
