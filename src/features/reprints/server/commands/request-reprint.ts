import { v7 as uuid } from 'uuid';
import { findMissingFacts } from '#features/applications/server/cases.ts';
import {
  factsOf,
  lockApplicationOf,
  lockCertificate,
} from '#features/certificates/server/record-hand-over.ts';
import { chargeAuditValues } from '#features/charges/server/charge-application.ts';
import { chargeReprint } from '#features/charges/server/reprint-charge.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { isLost, lostReason } from '../../contract.ts';
import { reprintCan } from '../../rules.ts';
import { reprintCommand } from '../decide-request.ts';

/** Requests a new copy of a printed certificate, in place of its valid copy. */
export const requestReprint = reprintCommand('requestReprint', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  await lockApplicationOf(db, input.certificateId);
  const certificate = await lockCertificate(db, input.certificateId);
  const hasOpenRequest = await findOpenRequest(transaction, certificate.id);
  const facts = await findMissingFacts(db, certificate.application_id);
  assertAllowed(reprintCan.request({ ...factsOf(certificate), missingFacts: facts }, hasOpenRequest), {
    'reprints.facts_missing': { facts },
  });
  const { errorPhotoFileId = null, declarationFileId = null } = input;
  if (errorPhotoFileId) await assertOwnUpload(transaction, errorPhotoFileId, 'error_photo');
  if (declarationFileId) await assertOwnUpload(transaction, declarationFileId, 'declaration');
  const isOfLost = isLost(input);
  const reason = isOfLost ? lostReason : input.reason;
  const { cause } = input;

  const id = uuid();
  const copy = await getValidCopy(transaction, certificate.id);
  await db
    .insertInto('reprint_requests')
    .values({
      id,
      certificate_id: certificate.id,
      college_id: certificate.college_id,
      sheet_id: copy.id,
      kind: isOfLost ? 'lost' : 'wrong_copy',
      reason,
      cause,
      error_photo_file_id: errorPhotoFileId,
      declaration_file_id: declarationFileId,
      requested_by: actor.id,
      requested_desk: actor.role,
      requested_at: now,
      candidate_name: copy.candidate_name,
      exam_roll_number: copy.exam_roll_number,
    })
    .execute();

  const charge = await chargeReprint(transaction, {
    id,
    cause,
    applicationId: certificate.application_id,
    collegeId: certificate.college_id,
    requestedAt: now,
  });

  audit({
    event: 'reprints.requested',
    record: { type: 'reprint_request', id, label: certificate.convocation_number },
    collegeId: certificate.college_id,
    after: {
      reason,
      cause,
      copy: copy.copy_number,
      blank: copy.serial,
      ...(charge && { charge: chargeAuditValues(charge) }),
    },
  });
  return { id, due: charge?.scheduledAmount ?? 0 };
});

/** Whether a request is pending, or approved and not printed yet. */
async function findOpenRequest({ db }: CommandTransaction, certificateId: string): Promise<boolean> {
  const open = await db
    .selectFrom('reprint_requests')
    .select('reprint_requests.id')
    .where('certificate_id', '=', certificateId)
    .where('reprinted_at', 'is', null)
    .where((eb) => eb('status', 'is distinct from', 'rejected'))
    .executeTakeFirst();
  return open !== undefined;
}

async function getValidCopy({ db }: CommandTransaction, certificateId: string) {
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .where('certificates.id', '=', certificateId)
    .where('sheets.is_valid', '=', true)
    .select(['sheets.id', 'sheets.copy_number', 'blanks.serial'])
    .select(['applications.candidate_name', 'applications.exam_roll_number'])
    .executeTakeFirstOrThrow(() => domainError('reprints.not_printed'));
}
