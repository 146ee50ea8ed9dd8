import { v7 as uuid } from 'uuid';
import { chargeApplication, chargeAuditValues } from '#features/charges/server/charge-application.ts';
import { assertSetUp } from '#features/checklist/server/lines.ts';
import { findReadyAfterDays } from '#features/masters/server/university.ts';
import { assignNumber } from '#platform/server/db/numbers.ts';
import { endFormDrafts } from '#platform/server/form-drafts/form-drafts.ts';
import { awardRecord } from '#shared/award-record.ts';
import { omitFields, withoutBlanks } from '#shared/declared-field.ts';
import { promisedDay } from '../../rules.ts';
import { auditValues, awardAtReceipt, recordAward } from '../award-records.ts';
import { mailCandidates } from '../candidate-mails.ts';
import { applicationCommand } from '../decisions.ts';
import { checkEntry, payWithDrafts } from '../entry-checks.ts';
import { recordConcession } from '../fee.ts';

const numbered = {
  table: 'applications',
  column: 'acknowledgement_number',
  series: 'acknowledgement',
} as const;

export const receiveApplication = applicationCommand(
  'receiveApplication',
  async (transaction, { drafts, ...entry }) => {
    const { db, actor, now, audit } = transaction;
    await assertSetUp(db, 'receiving');
    const award = await awardAtReceipt(transaction, entry);
    const checked = { drafts, award: award.award, current: null, received: null };
    const { columns, due, registered } = await checkEntry(transaction, entry, checked);

    const id = uuid();
    const promisedOn = promisedDay(now, await findReadyAfterDays(db));
    await db
      .insertInto('applications')
      .values({
        ...columns,
        id,
        received_by: actor.id,
        received_at: now,
        promised_on: promisedOn,
      })
      .execute();
    await recordAward(transaction, { id }, null, award);
    await recordConcession(transaction, { id }, null, entry.concession);
    const { registrationNumber: label, collegeId } = entry;
    await chargeApplication(
      transaction,
      { id, label, collegeId, receivedAt: now },
      { before: [], due, concession: entry.concession?.amount ?? 0 },
    );
    await payWithDrafts(transaction, { id, label, collegeId }, registered);
    const acknowledgementNumber = await assignNumber(db, numbered, id);

    audit({
      event: 'applications.received',
      record: { type: 'application', id, label },
      collegeId,
      after: {
        ...omitFields(awardRecord, entry),
        ...withoutBlanks(awardRecord, auditValues(award)),
        charges: due.map(chargeAuditValues),
        drafts: drafts.map(({ number, amount }) => ({ number, amount })),
        acknowledgementNumber,
        promisedOn,
        status: 'received',
      },
    });
    const form = { staffId: actor.id, formKey: 'new-application' };
    await endFormDrafts(db, form, ['registrationNumber', entry.registrationNumber]);
    await mailCandidates(transaction, [id], { kind: 'received', promisedOn });
    return { id, acknowledgementNumber };
  },
);
