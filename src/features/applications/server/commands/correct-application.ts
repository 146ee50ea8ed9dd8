import type { NotNull } from 'kysely';
import { chargeApplication, chargeAuditValues } from '#features/charges/server/charge-application.ts';
import { findCharges } from '#features/charges/server/charges-of.ts';
import { lockDrafts } from '#features/demand-drafts/server/lock-drafts.ts';
import { attachReceipt } from '#features/demand-drafts/server/register-draft.ts';
import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { foldedSigns } from '#shared/names.ts';
import type { Concession } from '../../concession.ts';
import type { ApplicationDetail, ApplicationStatus } from '../../contract.ts';
import type { CorrectApplicationInput } from '../../entry-contract.ts';
import { applicationCan, isFrozen, openReasons } from '../../rules.ts';
import { auditValues, awardFrom, contactChanges, findAward, recordAward } from '../award-records.ts';
import { addToConversation, changesBetweenReadings } from '../conversation.ts';
import { applicationCommand } from '../decisions.ts';
import { checkEntry, payWithDrafts } from '../entry-checks.ts';
import { chargedFacts, findConcession, recordConcession } from '../fee.ts';
import { getApplication, type LockedApplication, lockApplication } from '../queries.ts';

/**
 * Corrects a returned or rejected application and puts it back into the queue. If it was verified and not reopened,
 * only drafts may be added and their receipts replaced.
 */
export const correctApplication = applicationCommand(
  'correctApplication',
  async (transaction, { id, version, drafts, replacedReceipts, answers, ...typed }) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, id);
    assertAllowed(applicationCan.correct({ status: row.status as ApplicationStatus }));
    await assertVersion(db, { type: 'application', row }, version);
    const before = await getApplication(db, id);
    const concession = await findConcession(transaction, row);
    const recorded = await findAward(transaction, row);
    const { certificate_state: certificateState, reopening } = row;
    const isFixed = isFrozen({ certificateState, reopening });
    const entry = isFixed
      ? withRecordedSigns(typed, {
          candidateName: row.candidate_name,
          candidateNameNative: row.candidate_name_native,
          guideName: row.guide_name,
          ...recorded.award,
        })
      : typed;
    const award = awardFrom(entry, recorded);
    const charges = await findCharges(db, row);
    const received = {
      ...chargedFacts(factsOf(row), recorded.award, row.earlier_certificate_id !== null),
      receivedAt: row.received_at,
      charges,
    };
    const checked = { drafts, award: award.award, current: row, received };
    const { columns, due, registered } = await checkEntry(transaction, entry, checked);
    const changes = changesBetween(
      { ...row, ...conceded(concession), charges: charges.map(chargeAuditValues), ...auditValues(recorded) },
      {
        ...columns,
        ...conceded(entry.concession),
        charges: due.map(chargeAuditValues),
        ...auditValues(award),
      },
    );
    const changedContact = contactChanges(recorded, award);
    const isChanged = Object.keys(changes.after).length > 0 || changedContact.length > 0;
    if (isFixed && isChanged) throw domainError('applications.frozen');
    const paid = unscoped(
      db,
      'Drafts of a college that the candidate has left still pay for the application.',
    );
    const whole = { ...transaction, db: paid };
    await replaceReceipts(whole, id, replacedReceipts);

    const { registrationNumber: label, collegeId } = entry;
    // Before the total changes: payments above the new one are released to their drafts first.
    await chargeApplication(
      whole,
      { id, label, collegeId, receivedAt: row.received_at },
      { before: charges, due, concession: entry.concession?.amount ?? 0 },
    );
    const changed = await updateRow(
      db,
      'applications',
      { id, version },
      { ...columns, status: 'received', corrected_by: actor.id, corrected_at: now },
    );
    await recordAward(transaction, row, recorded, award);
    await recordConcession(transaction, row, concession, entry.concession);
    await payWithDrafts(transaction, { id, label, collegeId }, registered);
    await recordCorrection(transaction, before, answers);

    audit({
      event: 'applications.corrected',
      record: { type: 'application', id, label },
      collegeId,
      before: { ...changes.before, status: row.status },
      after: {
        ...changes.after,
        ...(changedContact.length > 0 && { changedContact }),
        status: 'received',
      },
    });
    return changed;
  },
);

/** Records what was changed and how each reason of the return is answered, once all of them are. */
async function recordCorrection(
  transaction: CommandTransaction,
  before: ApplicationDetail,
  given: CorrectApplicationInput['answers'],
): Promise<void> {
  const { id, status, returnReasons } = before;
  const reasons = status === 'returned' ? returnReasons : [];
  const answers = given.filter(({ reason }) => reasons.includes(reason));
  const changes = changesBetweenReadings(before, await getApplication(transaction.db, id));
  const open = openReasons(reasons, { answers, changes });
  assertAllowed(applicationCan.answer(open), { 'applications.reasons_open': { reasons: open } });
  const by = transaction.actor.id;
  await addToConversation(transaction, { id }, { act: 'corrected', by, answers, changes });
}

/** Replaces receipts of drafts that pay for it. Other unverified applications that these pay for get a new version. */
async function replaceReceipts(
  transaction: CommandTransaction,
  id: string,
  receipts: CorrectApplicationInput['replacedReceipts'],
): Promise<void> {
  if (receipts.length === 0) return;
  const { db } = transaction;
  const paying = await db
    .selectFrom('payments')
    .select('demand_draft_id')
    .where('application_id', '=', id)
    .execute();
  const ids = receipts.map(({ demandDraftId }) => demandDraftId);
  if (ids.some((draftId) => !paying.some((one) => one.demand_draft_id === draftId)))
    throw domainError('demand_drafts.not_found');
  const drafts = await lockDrafts(db, ids);
  for (const draft of drafts) {
    await attachReceipt(
      transaction,
      draft,
      receipts.find(({ demandDraftId }) => demandDraftId === draft.id)!,
    );
  }
  await db
    .updateTable('applications')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '<>', id)
    .where('status', '<>', 'verified')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payments')
        .select('application_id')
        .where('demand_draft_id', 'in', ids)
        .$narrowType<{ application_id: NotNull }>(),
    )
    .execute();
}

function factsOf(row: LockedApplication) {
  const { college_id, course_id, certificate_type, academic_year } = row;
  return {
    collegeId: college_id,
    courseId: course_id,
    certificateType: certificate_type,
    academicYear: academic_year,
  };
}

/** Names that were recorded before their signs were folded stay as they are: the person did not change them. */
function withRecordedSigns<Entry extends object>(entry: Entry, recorded: object): Entry {
  const known = new Map(Object.entries(recorded));
  const values = Object.entries(entry).map(([name, value]) => {
    const before = known.get(name);
    const isSame = typeof before === 'string' && foldedSigns(before) === value;
    return [name, isSame ? before : value];
  });
  return Object.fromEntries(values) as Entry;
}

/** The parts of a concession, as the audit log names them. */
function conceded(concession: Concession | null) {
  return {
    concession_amount: concession?.amount ?? null,
    concession_reason: concession?.reason ?? null,
    concession_authority: concession?.authority ?? null,
  };
}
