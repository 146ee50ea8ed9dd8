import { feeOf, type ScheduledCharge } from '#features/charges/charge.ts';
import { type ChargedFacts, findDue, type Received } from '#features/charges/server/schedule.ts';
import { assertOffered } from '#features/masters/server/choices.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { AwardRecord } from '#shared/award-record.ts';
import { Concession } from '../concession.ts';
import type { ApplicationEntry, DueChargesInput } from '../entry-contract.ts';
import { awardInMaster } from './award-records.ts';
import { getApplication } from './queries.ts';

type AwardFact = 'category' | 'attendance';

/** The facts of an application that the fee schedule matches on. */
export function chargedFacts(
  { collegeId, courseId, certificateType, academicYear }: Omit<ChargedFacts, AwardFact | 'isReprint'>,
  { category, attendance }: Pick<ChargedFacts, AwardFact>,
  isReprint: boolean,
): ChargedFacts {
  return { collegeId, courseId, certificateType, academicYear, category, attendance, isReprint };
}

/** The charges of an application. Refuses a total other than these less the concession: the counter showed another. */
export async function settleFee(
  { db, now }: CommandTransaction,
  entry: ApplicationEntry,
  { award, isReprint, received }: { award: AwardRecord; isReprint: boolean; received: Received | null },
): Promise<{ due: ScheduledCharge[]; fee: number }> {
  const due = await findDue(db, chargedFacts(entry, award, isReprint), { now, received });
  if (due.length === 0) throw domainError('applications.unknown_choice');
  const fee = feeOf(due);
  const { concession, totalAmount } = entry;
  if (concession && concession.amount > fee) {
    throw invalidInput([fieldError('concession.amount', 'applications.concession_too_large', { fee })]);
  }
  const total = fee - (concession?.amount ?? 0);
  if (totalAmount !== total) {
    throw invalidInput([fieldError('totalAmount', 'applications.other_total', { fee, total })]);
  }
  return { due, fee };
}

/** The charges that the counter shows while an application is typed; saving computes the same. */
export async function listDueCharges(db: Db, asked: DueChargesInput): Promise<ScheduledCharge[]> {
  const { applicationId, category, attendance, courseId = '' } = asked;
  if (collegeOf(db) !== null && collegeOf(db) !== asked.collegeId)
    throw domainError('applications.college_out_of_scope');
  const application = applicationId ? await getApplication(db, applicationId) : null;
  const known = application ?? (await awardInMaster(db, asked));
  const award = {
    category: category ?? known.category,
    attendance: attendance ?? known.attendance,
  };
  const received = application && {
    ...application,
    isReprint: application.earlierCertificate !== null,
    receivedAt: new Date(application.receivedAt),
  };
  const isReprint =
    asked.earlierNumber === undefined ? received?.isReprint === true : asked.earlierNumber !== '';
  return findDue(db, chargedFacts({ ...asked, courseId }, award, isReprint), {
    now: new Date(),
    received,
  });
}

export async function findConcession({ db }: Pick<CommandTransaction, 'db'>, application: { id: string }) {
  const row = await db
    .selectFrom('concessions')
    .selectAll()
    .where('application_id', '=', application.id)
    .where('reprint_request_id', 'is', null)
    .executeTakeFirst();
  return row ? fromRow(Concession, row) : null;
}

/** Replaces a changed concession; a deferred constraint checks that it agrees with the total. */
export async function recordConcession(
  { db, actor, now }: CommandTransaction,
  application: { id: string },
  before: Concession | null,
  after: Concession | null,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (before) {
    await db
      .deleteFrom('concessions')
      .where('application_id', '=', application.id)
      .where('reprint_request_id', 'is', null)
      .execute();
  }
  if (!after) return;
  await assertOffered(db, 'concession_reasons', {
    field: 'concession.reason',
    given: [after.reason],
    kept: before ? [before.reason] : [],
  });
  await db
    .insertInto('concessions')
    .values({ ...after, application_id: application.id, recorded_by: actor.id, recorded_at: now })
    .execute();
}
