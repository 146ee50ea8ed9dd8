import type { DraftEntry } from '#features/demand-drafts/contract.ts';
import {
  findEntryFaults,
  type RegisteredDraft,
  registerDraft,
} from '#features/demand-drafts/server/register-draft.ts';
import { isActive } from '#features/masters/server/active.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { domainError, type FieldError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { awardRecord } from '#shared/award-record.ts';
import { omitFields } from '#shared/declared-field.ts';
import type { ApplicationEntry } from '../contract.ts';
import { settleFee } from './fee.ts';
import { refuseOtherNumbers } from './numbers.ts';
import type { LockedApplication } from './queries.ts';

/**
 * What was typed at the counter, once nothing speaks against it: the columns that it fills, and what its drafts pay.
 * `current` is the application that is corrected.
 */
export async function checkEntry(
  transaction: CommandTransaction,
  entry: ApplicationEntry,
  { drafts, current }: { drafts: DraftEntry[]; current: LockedApplication | null },
) {
  await refuseDraftFaults(transaction, drafts);
  await refuseUnknownChoices(transaction, entry, current);
  // That no photo serves two applications is a constraint.
  if (entry.photoFileId !== current?.photo_file_id)
    await assertOwnUpload(transaction, entry.photoFileId, 'photo');
  await refuseOtherNumbers(transaction, entry, current);
  const feeAmount = await settleFee(transaction, entry, current);
  const paid = current?.paid_amount ?? 0;
  if (entry.totalAmount < paid) {
    throw invalidInput([fieldError('totalAmount', 'applications.paid_more')]);
  }
  const { collegeId } = entry;
  const pending = entry.totalAmount - paid;
  const planned = await planAllocations(transaction, drafts, { collegeId, pending });

  const { concession: _, contactNotice: _notice, ...typed } = omitFields(awardRecord, entry);
  const candidateNameNative = entry.candidateNameNative || null;
  const guideName = entry.guideName || null;
  return { columns: toRow({ ...typed, candidateNameNative, guideName, feeAmount }), planned };
}

/** Refuses a choice that is not offered any more, unless the application has it already, or a college that is not the person's. */
async function refuseUnknownChoices(
  { db, actor }: CommandTransaction,
  entry: ApplicationEntry,
  current: LockedApplication | null,
) {
  if (actor.scope.collegeId !== null && actor.scope.collegeId !== entry.collegeId) {
    throw domainError('applications.college_out_of_scope');
  }
  const found = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('colleges').select('id').where('id', '=', entry.collegeId)).as('college'),
      eb
        .exists(
          eb
            .selectFrom('courses')
            .select('id')
            .where('id', '=', entry.courseId)
            .where((where) =>
              where.or([isActive('courses'), where.val(current?.course_id === entry.courseId)]),
            ),
        )
        .as('course'),
      eb.exists(eb.selectFrom('papers').select('id').where('id', '=', entry.paperId)).as('paper'),
      eb
        .exists(
          eb
            .selectFrom('certificate_types')
            .select('name')
            .where('name', '=', entry.certificateType)
            .where((where) =>
              where.or([
                isActive('certificate_types'),
                where.val(current?.certificate_type === entry.certificateType),
              ]),
            ),
        )
        .as('type'),
    ])
    .executeTakeFirstOrThrow();
  if (!Object.values(found).every(Boolean)) throw domainError('applications.unknown_choice');
}

/** Dates that no rule allows and receipts that are missing, each said at its own field. */
async function refuseDraftFaults({ db, now }: CommandTransaction, drafts: DraftEntry[]): Promise<void> {
  const issues: FieldError[] = [];
  for (const [index, draft] of drafts.entries()) {
    const faults = await findEntryFaults(db, draft, now);
    issues.push(...faults.map(({ field, code }) => fieldError(`drafts.${index}.${field}`, code)));
  }
  if (issues.length > 0) throw invalidInput(issues);
}

/** A draft that is registered and the rupees of it that go to this application. */
type PlannedAllocation = RegisteredDraft & { amount: number };

/** Registers the drafts in their order and fills the fee from each balance until nothing is pending. */
async function planAllocations(
  transaction: CommandTransaction,
  drafts: DraftEntry[],
  fee: { collegeId: string; pending: number },
): Promise<PlannedAllocation[]> {
  const planned: PlannedAllocation[] = [];
  let pending = fee.pending;
  for (const [index, draft] of drafts.entries()) {
    const path = `drafts.${index}.number`;
    if (pending === 0) throw invalidInput([fieldError(path, 'applications.fee_covered')]);
    const registered = await registerDraft(transaction, draft, fee.collegeId);
    if (planned.some((earlier) => earlier.id === registered.id))
      throw invalidInput([fieldError(path, 'applications.draft_twice')]);
    const amount = Math.min(registered.balance, pending);
    pending -= amount;
    planned.push({ ...registered, amount });
  }
  return planned;
}

export async function allocate(
  { db, actor, now, audit }: CommandTransaction,
  application: { id: string; label: string; collegeId: string },
  planned: PlannedAllocation[],
): Promise<void> {
  for (const { id, number, amount } of planned) {
    await db
      .insertInto('allocations')
      .values({
        demand_draft_id: id,
        application_id: application.id,
        amount,
        allocated_by: actor.id,
        allocated_at: now,
      })
      .onConflict((conflict) =>
        conflict.constraint('allocations__once').doUpdateSet((set) => ({
          amount: set('allocations.amount', '+', amount),
          allocated_by: actor.id,
        })),
      )
      .execute();
    audit({
      event: 'demand_drafts.allocated',
      record: { type: 'demand_draft', id, label: number },
      collegeId: application.collegeId,
      after: { applicationId: application.id, application: application.label, amount },
    });
  }
}
