import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, withReceipt } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { leaving } from '#dev/testing/reopening.ts';

const { portal, office } = await sharedOffice();
/** Receives. */
const a = await portal.as('admin', { name: 'A' });
/** Changes everything. */
const b = await portal.as('admin', { name: 'B' });
const caseWorker = await portal.as('case_worker');

/** A receives, B changes all, A touches it once more; it waits for a decision again. */
async function touchedByBoth(paid = 700): Promise<{ id: string; version: number }> {
  const entry = await applicationEntry(a, office, { drafts: [draftEntry({ amount: paid })] });
  const { id } = await a.api.applications.receiveApplication(entry);
  await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['name'] });
  const changed = await applicationEntry(b, office, { candidateName: 'Somebody Else' });
  await b.api.applications.correctApplication({
    ...changed,
    id,
    version: 2,
    drafts: [],
    answers: leaving('name'),
  });
  await caseWorker.api.applications.returnApplication({ id, version: 3, reasons: ['name'] });
  const touched = { ...changed, candidateName: 'Somebody Else Entirely' };
  await a.api.applications.correctApplication({
    ...touched,
    id,
    version: 4,
    drafts: [],
    answers: leaving('name'),
  });
  return { id, version: 5 };
}

describe('whoever ever received or changed an application', () => {
  test('does not decide on it, whoever touched it after them', async () => {
    const { id, version } = await touchedByBoth();
    for (const person of [a, b]) {
      const { verifyApplication, returnApplication } = person.api.applications;
      const { openCase } = person.api.caseDesk;
      await expectDomainError(verifyApplication({ id, version }), 'applications.own_work');
      await expectDomainError(
        returnApplication({ id, version, reasons: ['photo'] }),
        'applications.own_work',
      );
      await expectDomainError(openCase({ id }), 'applications.own_work');
    }
    const short = await touchedByBoth(500);
    const reject = b.api.applications.rejectApplication({ ...short, reason: 'short_fee', remark: '' });
    await expectDomainError(reject, 'applications.own_work');
    const { convocationNumber } = await caseWorker.api.applications.verifyApplication({ id, version });
    expect(convocationNumber).toMatch(/^2025\//);
  });

  test('sees it as own work in the queue, with everybody else who is', async () => {
    const { id } = await touchedByBoth();
    const { application } = await caseWorker.api.caseDesk.getCase({ id });
    expect(application.contributorIds).toEqual([a.actor.id, b.actor.id]);
  });

  test('is refused by the database, as the role of the application', async () => {
    const { id } = await touchedByBoth();
    const short = await touchedByBoth(500);
    const set = (record: string, values: Record<string, unknown>) =>
      portal.services.db.updateTable('applications').set(values).where('id', '=', record).execute();
    const now = new Date();
    const by = b.actor.id;
    const refused = { constraint: 'applications__decided_by_another' };
    await expect(set(id, { status: 'verified', verified_by: by, verified_at: now })).rejects.toMatchObject(
      refused,
    );
    await expect(
      set(id, { status: 'returned', returned_by: by, returned_at: now, return_reasons: ['photo'] }),
    ).rejects.toMatchObject(refused);
    await expect(
      set(short.id, {
        status: 'rejected',
        rejected_by: by,
        rejected_at: now,
        rejection_cause: 'fee_short',
        rejection_reason: 'short_fee',
        rejection_remark: '',
      }),
    ).rejects.toMatchObject(refused);
    // Nobody is taken off the list, and nobody changes the data without joining it.
    const db = portal.services.db;
    await expect(db.deleteFrom('contributors').where('record_id', '=', id).execute()).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      db.insertInto('contributors').values({ record_id: id, staff_id: by }).execute(),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(set(id, { candidate_name: 'Unsigned' })).rejects.toMatchObject({
      constraint: 'applications__change_is_signed',
    });
  });

  test('or recorded the draft that replaces one of it', async () => {
    const entry = await applicationEntry(a, office);
    const { id } = await a.api.applications.receiveApplication(entry);
    const { allocations } = await a.api.applications.getApplication({ id });
    const draft = allocations[0]!;
    await b.api.fees.returnDraft({ id: draft.demandDraftId, version: 1, reason: 'signature', remark: '' });
    const brought = await withReceipt(b, draftEntry());
    await b.api.fees.replaceDraft({ id: draft.demandDraftId, version: 2, draft: brought });
    const { version, contributorIds } = await a.api.applications.getApplication({ id });
    expect(contributorIds).toEqual([a.actor.id, b.actor.id]);
    await expectDomainError(b.api.applications.verifyApplication({ id, version }), 'applications.own_work');
  });
});
