import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { copyCan } from '../../rules.ts';
import { getCopy } from '../copies.ts';
import { lockApplicationOf, lockCertificate, recordOf } from '../record-hand-over.ts';

type CancelInput = { id: string; copyId: string; reason: string };

/**
 * Cancels the valid copy of a closed run that has not left the office: it no longer verifies, its sheet is spoilt, and
 * the certificate is queued for printing. A copy that it superseded stays superseded.
 */
export const cancelCopy = command('cancelCopy', async (transaction, { id, copyId, reason }: CancelInput) => {
  const { db, actor, now, audit } = transaction;
  const key = { certificateId: id, copyId };
  const { paperId } = await getCopy(db, key);
  await lockPaper(db, paperId);
  await lockApplicationOf(db, id);
  const certificate = await lockCertificate(db, id);
  const copy = await getCopy(db, key);
  assertAllowed(copyCan.cancel(copy, actor.id));

  await db
    .updateTable('sheets')
    .set({ cancelled_at: now, cancelled_by: actor.id, cancel_reason: reason })
    .where('id', '=', copyId)
    .execute();
  await db
    .updateTable('certificates')
    .set((eb) => ({ state: 'to_print', printed_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  // The person cancelling it holds the sheet until it is returned to the store.
  const place = { state: 'spoilt', heldBy: actor.id } as const;
  await moveBlanks(transaction, { act: 'cancelled', paperId, remark: reason }, [copy.blankId], place);

  audit({
    event: 'certificates.copy_cancelled',
    ...recordOf(certificate),
    before: { state: certificate.state },
    after: { state: 'to_print', blank: copy.blankSerial, copy: copy.copyNumber, holderId: actor.id, reason },
  });
  return {};
});
