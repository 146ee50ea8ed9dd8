import { v7 as uuid } from 'uuid';
import { command } from '#server/command.ts';
import { nextNumber } from '#server/db/numbers.ts';
import type { ReceiveApplicationInput } from '../../contract.ts';
import {
  allocate,
  planAllocations,
  refuseDraftDates,
  refuseForeignFiles,
  refuseUnknownChoices,
} from '../entry-checks.ts';

/** Receives an application at the counter. Its acknowledgement number is gapless, so it is taken last. */
export const receiveApplication = command(
  'receiveApplication',
  async (transaction, input: ReceiveApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    refuseDraftDates(input.drafts, now);
    await refuseUnknownChoices(transaction, input);
    await refuseForeignFiles(transaction, input);
    const planned = await planAllocations(transaction, input.drafts, {
      collegeId: input.collegeId,
      pending: input.totalAmount,
    });

    const id = uuid();
    const acknowledgementNumber = await nextNumber(db, 'acknowledgement');
    await db
      .insertInto('applications')
      .values({
        id,
        acknowledgement_number: acknowledgementNumber,
        registration_number: input.registrationNumber,
        exam_roll_number: input.examRollNumber,
        candidate_name: input.candidateName,
        candidate_name_native: input.candidateNameNative || null,
        course_id: input.courseId,
        college_id: input.collegeId,
        academic_year: input.academicYear,
        guide_name: input.guideName || null,
        mode_of_study: input.modeOfStudy,
        certificate_type: input.certificateType,
        paper_id: input.paperId,
        photo_file_id: input.photoFileId,
        receipt_file_id: input.receiptFileId,
        total_amount: input.totalAmount,
        received_by: actor.id,
        received_at: now,
      })
      .execute();
    await allocate(transaction, { id, label: input.registrationNumber }, planned);

    const { drafts: _, ...entered } = input;
    audit({
      event: 'applications.received',
      record: { type: 'application', id, label: input.registrationNumber },
      after: { ...entered, acknowledgementNumber, status: 'received' },
    });
    return { id, acknowledgementNumber };
  },
);
