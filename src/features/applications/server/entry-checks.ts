import { allocate } from '#features/charges/server/allocate.ts';
import type { Received } from '#features/charges/server/schedule.ts';
import type { DraftEntry } from '#features/demand-drafts/contract.ts';
import {
  findEntryFaults,
  type RegisteredDraft,
  registerDraft,
} from '#features/demand-drafts/server/register-draft.ts';
import { isActive } from '#features/masters/server/active.ts';
import { assertOffered } from '#features/masters/server/choices.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { assertPrintable } from '#platform/server/db/printed-scripts.ts';
import { domainError, type FieldError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { type AwardRecord, awardRecord } from '#shared/award-record.ts';
import { omitFields, printedValues } from '#shared/declared-field.ts';
import type { PlainErrorCode } from '#shared/errors.ts';
import type { ApplicationEntry } from '../entry-contract.ts';
import { isFrozen } from '../rules.ts';
import { lookUpEarlier } from './earlier-certificates.ts';
import { settleFee } from './fee.ts';
import { assertNumbersAgree } from './numbers.ts';
import type { LockedApplication } from './queries.ts';

/**
 * Checks what was entered at the counter. Returns the column values, the scheduled charges and the registered drafts.
 * `current` is the application being corrected, `received` the facts it was charged by.
 */
export async function checkEntry(
  transaction: CommandTransaction,
  entry: ApplicationEntry,
  {
    drafts,
    award,
    current,
    received,
  }: {
    drafts: DraftEntry[];
    award: AwardRecord;
    current: LockedApplication | null;
    received: Received | null;
  },
) {
  await assertDraftsValid(transaction, drafts);
  await assertNamesPrint(transaction, entry, { award, current });
  await assertOfferedChoices(transaction, entry, current);
  await assertOffered(transaction.db, 'modes_of_study', {
    field: 'modeOfStudy',
    given: [entry.modeOfStudy],
    kept: current ? [current.mode_of_study] : [],
  });
  // A constraint keeps a photo from serving two applications.
  if (entry.photoFileId !== current?.photo_file_id)
    await assertOwnUpload(transaction, entry.photoFileId, 'photo');
  await assertNumbersAgree(transaction, entry, current);
  const earlierCertificateId = await findEarlier(transaction, entry, current);
  const isReprint = earlierCertificateId !== null;
  const { due, fee: feeAmount } = await settleFee(transaction, entry, { award, isReprint, received });
  const registered = await registerDrafts(transaction, drafts, entry.collegeId);

  const {
    concession: _,
    contactNotice: _notice,
    earlierNumber: _number,
    ...typed
  } = omitFields(awardRecord, entry);
  const candidateNameNative = entry.candidateNameNative || null;
  const guideName = entry.guideName || null;
  return {
    columns: toRow({ ...typed, candidateNameNative, guideName, feeAmount, earlierCertificateId }),
    due,
    registered,
  };
}

/** A frozen application is corrected in its drafts alone. */
async function assertNamesPrint(
  { db }: CommandTransaction,
  { candidateNameNative, guideName }: ApplicationEntry,
  { award, current }: { award: AwardRecord; current: LockedApplication | null },
): Promise<void> {
  if (current && isFrozen({ certificateState: current.certificate_state, reopening: current.reopening }))
    return;
  await assertPrintable(db, { candidateNameNative, guideName, ...printedValues(awardRecord, award) });
}

/** Finds the certificate issued before the portal to reprint: one application each, and fixed once verified. */
async function findEarlier(
  { db }: CommandTransaction,
  { earlierNumber }: ApplicationEntry,
  current: LockedApplication | null,
): Promise<string | null> {
  const before = current?.earlier_certificate_id ?? null;
  if (earlierNumber === undefined) return before;
  const refuse = (code: PlainErrorCode) => invalidInput([fieldError('earlierNumber', code)]);
  const found = earlierNumber === '' ? null : await lookUpEarlier(db, earlierNumber);
  if (found === undefined) throw refuse('applications.earlier_unknown');
  if (found && found.applicationId !== null && found.applicationId !== current?.id)
    throw refuse('applications.earlier_taken');
  const id = found?.id ?? null;
  if (current?.certificate_state && id !== before) throw refuse('applications.earlier_stays');
  return id;
}

/**
 * Refuses choices no longer offered unless the application already has them, and colleges outside the actor's scope.
 */
async function assertOfferedChoices(
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

/** Reports invalid dates and missing receipts, each at its own field. */
async function assertDraftsValid({ db, now }: CommandTransaction, drafts: DraftEntry[]): Promise<void> {
  const issues: FieldError[] = [];
  for (const [index, draft] of drafts.entries()) {
    const faults = await findEntryFaults(db, draft, now);
    issues.push(...faults.map(({ field, code }) => fieldError(`drafts.${index}.${field}`, code)));
  }
  if (issues.length > 0) throw invalidInput(issues);
}

async function registerDrafts(
  transaction: CommandTransaction,
  drafts: DraftEntry[],
  collegeId: string,
): Promise<RegisteredDraft[]> {
  const registered: RegisteredDraft[] = [];
  for (const [index, entry] of drafts.entries()) {
    const draft = await registerDraft(transaction, entry, collegeId);
    if (registered.some(({ id }) => id === draft.id)) throw draftFault(index, 'applications.draft_twice');
    registered.push(draft);
  }
  return registered;
}

/** Pays a charged application with each draft in turn. Refuses a draft for which nothing is left to pay. */
export async function payWithDrafts(
  transaction: CommandTransaction,
  application: { id: string; label: string; collegeId: string },
  drafts: readonly RegisteredDraft[],
): Promise<void> {
  for (const [index, draft] of drafts.entries()) {
    const amount = await allocate(transaction, application, draft);
    if (amount === 0) throw draftFault(index, 'applications.fee_covered');
  }
}

function draftFault(index: number, code: 'applications.draft_twice' | 'applications.fee_covered') {
  return invalidInput([fieldError(`drafts.${index}.number`, code)]);
}
