import { v7 as uuid } from 'uuid';
import { type CommandTransaction, updateRow } from '#platform/server/command.ts';
import type { LockedApplication } from './queries.ts';

type Released = {
  id: string;
  college_id: string;
  convocation_number: string;
  state: string;
  version: number;
};

/**
 * Ends the reopening of an application that is verified again. A printed copy has wrong data, so a new one is
 * requested.
 */
export async function endReopening(
  transaction: CommandTransaction,
  row: LockedApplication,
  certificate: Released,
): Promise<void> {
  const { db, actor, now } = transaction;
  await db
    .updateTable('reopenings')
    .set({ verified_again_by: actor.id, verified_again_at: now })
    .where('application_id', '=', row.id)
    .where('verified_again_at', 'is', null)
    .execute();
  if (certificate.state === 'revoked') return;
  const copy = await db
    .selectFrom('sheets')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .where('certificate_id', '=', certificate.id)
    .where('is_valid', '=', true)
    .select(['sheets.id', 'copy_number', 'serial'])
    .executeTakeFirst();
  if (copy) await requestNewCopy(transaction, row, { certificate, copy });
}

type Copy = { id: string; copy_number: number; serial: string };

/** The corrector requests the copy and the verifier approves it: the certificate joins the print queue. */
async function requestNewCopy(
  transaction: CommandTransaction,
  row: LockedApplication,
  { certificate, copy }: { certificate: Released; copy: Copy },
): Promise<void> {
  const { db, actor, now, audit } = transaction;
  const { convocation_number: label, college_id: collegeId } = certificate;
  const corrector = await db
    .selectFrom('staff')
    .where('id', '=', row.corrected_by)
    .select(['id', 'role', 'name'])
    .executeTakeFirstOrThrow();
  const id = uuid();
  await db
    .insertInto('reprint_requests')
    .values({
      id,
      kind: 'data_corrected',
      certificate_id: certificate.id,
      college_id: collegeId,
      sheet_id: copy.id,
      reason: 'Data corrected',
      cause: 'office',
      requested_by: corrector.id,
      requested_desk: corrector.role === 'admin' ? 'admin' : 'receiver',
      requested_at: row.corrected_at!,
      status: 'approved',
      decided_by: actor.id,
      decided_at: now,
      state_before: certificate.state,
      candidate_name: row.candidate_name,
      exam_roll_number: row.exam_roll_number,
    })
    .execute();
  await updateRow(db, 'certificates', certificate, { state: 'to_print', waiting_since: now });

  audit({
    event: 'reprints.approved',
    record: { type: 'reprint_request', id, label },
    collegeId,
    after: {
      status: 'approved',
      reason: 'Data corrected',
      requestedBy: corrector.name,
      copy: copy.copy_number,
      blank: copy.serial,
    },
  });
  audit({
    event: 'certificates.queued_for_reprint',
    record: { type: 'certificate', id: certificate.id, label },
    collegeId,
    before: { state: certificate.state },
    after: { state: 'to_print', reason: 'Data corrected' },
  });
}
