import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { examplesOf } from '#dev/testing/example-entry.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, studentEntry } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { correct, leaving, reopen } from '#dev/testing/reopening.ts';
import { awardFactNames } from '#shared/award-facts.ts';
import { type AwardRecord, awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry, pickFields } from '#shared/declared-field.ts';
import type { ReceiveApplicationInput } from '../entry-contract.ts';

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');

const example = examplesOf(awardRecord);

/** A student with all of the award record, whose application says besides what is given and agrees to contact details. */
async function received(
  award: Partial<AwardRecord> & { contactNotice?: number | null | undefined } = {},
  more: Partial<ReceiveApplicationInput> = {},
) {
  const entry = await applicationEntry(receiver, office, more);
  const { registrationNumber, examRollNumber, candidateName } = entry;
  await admin.api.students.addStudent(
    studentEntry(office, {
      ...examplesOf(studentAward),
      ...{ registrationNumber, examRollNumber, name: 'Priya Nair', address: example.postalAddress },
    }),
  );
  const { id } = await receiver.api.applications.receiveApplication({
    ...entry,
    contactNotice: 1,
    ...award,
  });
  return { id, entry, candidateName };
}

const awardOf = async (id: string) =>
  pickFields(awardRecord, await receiver.api.applications.getApplication({ id }));

async function eventOf(id: string, event: string) {
  const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'application', recordId: id });
  return rows.find((row) => row.event === event)!;
}

const returned = (id: string, version = 1) =>
  caseWorker.api.applications.returnApplication({ id, version, reasons: ['name'] });

describe('the award record of an application', () => {
  test('is what the student master has, where the form says nothing else', async () => {
    const { id } = await received();
    expect(await awardOf(id)).toEqual(example);
    expect((await eventOf(id, 'applications.received')).after).toMatchObject({
      fatherName: example.fatherName,
      abcId: example.abcId,
    });
    const other = await received({ fatherName: 'Mohan Rao', rank: '', cgpa: 9.1 });
    expect(await awardOf(other.id)).toEqual({ ...example, fatherName: 'Mohan Rao', rank: '', cgpa: 9.1 });
  });

  test('is blank where the master has nobody of this college', async () => {
    const { entry } = await received();
    const again = await applicationEntry(receiver, office, {
      registrationNumber: entry.registrationNumber,
      collegeId: office.otherCollegeId,
    });
    const { id } = await receiver.api.applications.receiveApplication({ ...again, motherName: 'Lakshmi' });
    expect(await awardOf(id)).toEqual({ ...blankEntry(awardRecord), motherName: 'Lakshmi' });
  });

  test('is corrected with the application: what is left out stays, and the log has what changed', async () => {
    const { id, entry } = await received();
    await returned(id);
    const second = await portal.as('receiver');
    await second.api.applications.correctApplication({
      ...entry,
      ...{ id, version: 2, drafts: [], division: 'Second Class', rank: '', answers: leaving('name') },
    });
    expect(await awardOf(id)).toEqual({ ...example, division: 'Second Class', rank: '' });
    expect(await eventOf(id, 'applications.corrected')).toMatchObject({
      before: { division: example.division, rank: example.rank },
      after: { division: 'Second Class', rank: '' },
    });
    const { contributorIds } = await receiver.api.applications.getApplication({ id });
    expect(contributorIds).toEqual([receiver.actor.id, second.actor.id]);
  });

  test('is refused at its fields, also where one of them is the master’s', async () => {
    const refusal = await expectDomainError(received({ cgpa: 11 }), 'request.invalid');
    expect(issuesOf(refusal)).toEqual([{ path: 'cgpa', message: 'At most 10.' }]);
    const both = await expectDomainError(received({ postalPin: '1', gender: 'X' }), 'request.invalid');
    expect(issuesOf(both).map(({ path }) => path)).toEqual(['gender', 'postalPin']);
  });

  test('is on the record of the desks that read applications, and on no list', async () => {
    const { id, entry } = await received();
    for (const caller of [admin, receiver, caseWorker, await portal.as('auditor')]) {
      expect(await caller.api.applications.getApplication({ id })).toMatchObject({ abcId: example.abcId });
      const search = entry.registrationNumber;
      const { rows } = await caller.api.applications.listApplications({ search });
      expect(rows).toHaveLength(1);
      // The result date alone is a column of queues: the clock of the UGC counts from it.
      for (const name of Object.keys(awardRecord).filter((name) => name !== 'resultDate'))
        expect(rows[0]).not.toHaveProperty(name);
    }
    const printer = await portal.as('printer');
    await expectDomainError(printer.api.applications.getApplication({ id }), 'auth.not_permitted');
    const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });
    await expectDomainError(outsider.api.applications.getApplication({ id }), 'applications.not_found');
  });

  test('is nothing that a printer is served with the certificate', async () => {
    const { id, entry } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    const printer = await portal.as('printer');
    const search = entry.registrationNumber;
    const { rows } = await printer.api.certificates.listCertificates({ search });
    const served = await Promise.all([
      printer.api.certificates.getCertificate({ id: rows[0]!.id }).then((found) => JSON.stringify(found)),
      printer.fetch('/api/exports/print-queue?format=csv').then((file) => file.text()),
    ]);
    for (const text of [...served, JSON.stringify(rows)]) {
      expect(text).toContain('Priya Nair');
      for (const name of ['mobile', 'email', 'postalAddress', 'abcId'] as const)
        expect(text, name).not.toContain(example[name]);
    }
  });
});

describe('a difference to the student master', () => {
  test('is one of those that verification explains', async () => {
    const name = 'Priya Nair';
    const { id } = await received(
      { dateOfBirth: '2002-08-15', rank: '', postalAddress: '' },
      { candidateName: name },
    );
    const { application, student } = await caseWorker.api.caseDesk.getCase({ id });
    expect([application.dateOfBirth, student!.dateOfBirth]).toEqual(['2002-08-15', example.dateOfBirth]);
    const verify = (fields?: string[]) =>
      caseWorker.api.applications.verifyApplication({
        id,
        version: 1,
        ...(fields && { differences: { fields, reason: 'marks_card' as const } }),
      });
    await expectDomainError(verify(), 'applications.differs');
    await expectDomainError(verify(['dateOfBirth']), 'applications.differs');
    await verify(['dateOfBirth', 'rank']);
    expect((await eventOf(id, 'applications.verified')).after).toMatchObject({
      differenceReason: 'marks_card',
      studentMaster: { dateOfBirth: '14/08/2002', rank: example.rank },
    });
  });

  test('is none where both say the same', async () => {
    const { id } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
  });
});

describe('the database, as the role of the application', () => {
  const change = (id: string, values: Record<string, unknown>) =>
    portal.services.db.updateTable('award_records').set(values).where('application_id', '=', id).execute();

  test('takes no change without who made it, and who made it does not decide', async () => {
    const { id } = await received({}, { candidateName: 'Priya Nair' });
    await expect(change(id, { rank: 'Second rank' })).rejects.toMatchObject({
      constraint: 'award_records__change_is_signed',
    });
    await change(id, { rank: 'Second rank', recorded_by: caseWorker.actor.id, recorded_at: new Date() });
    const differences = { fields: ['rank'], reason: 'marks_card' as const };
    const verify = caseWorker.api.applications.verifyApplication({ id, version: 1, differences });
    await expectDomainError(verify, 'applications.own_work');
  });

  test('keeps the record with its application', async () => {
    const { id } = await received();
    const { id: other } = await received();
    await expect(change(id, { application_id: other })).rejects.toMatchObject({ code: '42501' });
    const remove = portal.services.db.deleteFrom('award_records').where('application_id', '=', id);
    await expect(remove.execute()).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the award record of a verified application', () => {
  const sets = { rank: 'Second rank', recorded_at: new Date() };
  const change = (id: string, by = receiver) =>
    portal.services.db
      .updateTable('award_records')
      .set({ ...sets, recorded_by: by.actor.id })
      .where('application_id', '=', id)
      .execute();
  const frozen = { constraint: 'award_records__frozen_at_verification' };

  test('stays, by command and by direct SQL, and none is added to one that has none', async () => {
    const { id, entry } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    await expect(change(id)).rejects.toMatchObject(frozen);
    await expectDomainError(
      receiver.api.applications.correctApplication({ ...entry, id, version: 2, drafts: [], rank: '' }),
      'applications.not_correctable',
    );
    expect(await awardOf(id)).toEqual(example);
    const owner = new pg.Client({ connectionString: portal.ownerUrl });
    await owner.connect();
    await expect(
      owner.query('delete from award_records where application_id = $1', [id]),
    ).rejects.toMatchObject(frozen);
    await owner.end();
  });

  test('stays where a draft came back, until the application is reopened', async () => {
    const { id } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    const [draft] = (await receiver.api.applications.getApplication({ id })).allocations;
    const { version } = await admin.api.demandDrafts.getDraft({ id: draft!.demandDraftId });
    await admin.api.fees.returnDraft({ id: draft!.demandDraftId, version, reason: 'signature' });
    expect((await receiver.api.applications.getApplication({ id })).status).toBe('rejected');
    await expect(change(id)).rejects.toMatchObject(frozen);
    await reopen(admin, id);
    await change(id);
    expect(await awardOf(id)).toEqual({ ...example, rank: sets.rank });
  });

  test('can be corrected again once the application is reopened', async () => {
    const { id } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    await expectDomainError(correct(receiver, id, { rank: 'Second rank' }), 'applications.not_correctable');
    await reopen(admin, id);
    await correct(receiver, id, { rank: 'Second rank' });
    expect(await awardOf(id)).toEqual({ ...example, rank: 'Second rank' });
  });

  longTest('is what the decider saw, whoever changes it in the same instant', async () => {
    const outcomes: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const { id } = await received({}, { candidateName: 'Priya Nair' });
      const [verified, changed] = await Promise.allSettled([
        caseWorker.api.applications.verifyApplication({ id, version: 1 }),
        change(id),
      ]);
      outcomes.push(`${verified.status} ${changed.status}`);
      const { rank, status } = await receiver.api.applications.getApplication({ id });
      expect([status, rank]).toEqual(
        verified.status === 'fulfilled' ? ['verified', example.rank] : ['received', sets.rank],
      );
    }
    expect(outcomes).not.toContain('fulfilled fulfilled');
    expect(outcomes).not.toContain('rejected rejected');
  });
});

describe('what the certificate type asks for', () => {
  const asksFor = (...requires: string[]) =>
    changeWithFourEyes(portal, 'certificate_types', { named: office.certificateType, changes: { requires } });
  afterEach(() => asksFor());

  test('is entered before the application is verified: the refusal and the verify screen name what is missing', async () => {
    const { id } = await received({ rank: '', cgpa: '', cgpaScale: '', percentage: '' });
    await asksFor('rank', 'marks', 'parents');
    const { missingFacts } = await caseWorker.api.caseDesk.getCase({ id });
    expect(missingFacts.toSorted()).toEqual(['marks', 'rank']);
    const refusal = await expectDomainError(
      caseWorker.api.applications.verifyApplication({ id, version: 1 }),
      'applications.facts_missing',
    );
    expect(refusal.message).toMatch(/lacks: .*CGPA or percentage.*Return the application/);
    expect(refusal.message).toContain('Rank or medal');

    const verifying = portal.services.db
      .updateTable('applications')
      .set({ status: 'verified', verified_by: caseWorker.actor.id, verified_at: new Date() })
      .where('id', '=', id);
    await expect(verifying.execute()).rejects.toMatchObject({ constraint: 'applications__award_complete' });

    await asksFor('marks');
    await returned(id);
    await correct(receiver, id, { percentage: 71 });
    const differences = {
      fields: ['candidateName', ...Object.keys(awardRecord)],
      reason: 'old_entry' as const,
    };
    await caseWorker.api.applications.verifyApplication({ id, version: 3, differences });
  });

  test('is all known of a complete record, by the rule and by the constraint', async () => {
    const { id } = await received({}, { guideName: 'Dr. Rao', candidateName: 'Priya Nair' });
    await asksFor(...awardFactNames);
    expect((await caseWorker.api.caseDesk.getCase({ id })).missingFacts).toEqual([]);
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
  });
});

describe('contact details', () => {
  const contact = pickFields(pickContact(), example);
  const blank = blankEntry(pickContact());
  const contactOf = async (id: string) =>
    pickFields(pickContact(), await receiver.api.applications.getApplication({ id }));
  const consentOf = async (id: string) =>
    (await receiver.api.applications.getApplication({ id })).contactConsent;
  const withdraw = (id: string, version: number, caller = receiver) =>
    caller.api.applications.withdrawContactConsent({ id, version });

  test('are copied on the candidate’s word alone, with the notice, its purposes, and who was told', async () => {
    const { id } = await received();
    expect(await contactOf(id)).toEqual(contact);
    expect(await consentOf(id)).toMatchObject({
      noticeVersion: 1,
      purposes: ['application', 'delivery', 'depository'],
      givenTo: receiver.actor.name,
      withdrawnAt: null,
    });
    const { after } = await eventOf(id, 'applications.received');
    expect(after).toMatchObject({ contactNotice: 1, contactDetails: Object.keys(contact) });
    expect(JSON.stringify(after)).not.toContain(example.mobile);
    // The college has a consent, but this candidate was not asked or did not agree.
    for (const contactNotice of [undefined, null]) {
      const without = await received({ contactNotice });
      expect(await contactOf(without.id)).toEqual(blank);
      expect(await consentOf(without.id)).toBeNull();
      await caseWorker.api.caseDesk.getCase({ id: without.id });
    }
  });

  test('that nobody agreed to are refused where the consent is ticked, as is a notice that there is not', async () => {
    const typed = await expectDomainError(
      received({ contactNotice: null, mobile: '9845012345' }),
      'request.invalid',
    );
    expect(issuesOf(typed)).toEqual([
      {
        path: 'contactNotice',
        message: 'Tick that the candidate consents, or leave the contact details empty.',
      },
    ]);
    const unknown = await expectDomainError(received({ contactNotice: 99 }), 'request.invalid');
    expect(issuesOf(unknown)[0]!.path).toBe('contactNotice');
  });

  test('come and go with a correction', async () => {
    const { id, entry } = await received();
    await returned(id);
    const correct = (version: number, changes: object) =>
      receiver.api.applications.correctApplication({
        ...entry,
        id,
        version,
        drafts: [],
        answers: leaving('name'),
        ...changes,
      });
    await correct(2, { contactNotice: null });
    expect(await contactOf(id)).toEqual(blank);
    expect(await consentOf(id)).toMatchObject({ withdrawnTo: receiver.actor.name });
    await returned(id, 3);
    await correct(4, { contactNotice: 1, mobile: '9845099999' });
    expect(await contactOf(id)).toEqual({ ...blank, mobile: '9845099999' });
    expect(await consentOf(id)).toMatchObject({ withdrawnAt: null });
    expect(await eventOf(id, 'applications.corrected')).toMatchObject({
      before: { contactNotice: null },
      after: { contactNotice: 1 },
    });
  });

  test('are deleted when the consent is withdrawn, also of a verified application, and nothing else is', async () => {
    const { id } = await received({}, { candidateName: 'Priya Nair' });
    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    await expectDomainError(withdraw(id, 1), 'records.stale');
    await withdraw(id, 2);
    expect(await awardOf(id)).toEqual({ ...example, ...blank });
    expect(await consentOf(id)).toMatchObject({ withdrawnTo: receiver.actor.name });
    const event = await eventOf(id, 'applications.contact_consent_withdrawn');
    expect([event.before, event.after]).toEqual([{ contactNotice: 1 }, { contactNotice: null }]);
    await expectDomainError(withdraw(id, 3), 'applications.no_contact_consent');
  });

  longTest(
    'have a consent or are empty, also by direct SQL, whatever is done in the same instant',
    async () => {
      const db = portal.services.db;
      const change = (id: string, values: Record<string, unknown>) =>
        db
          .updateTable('award_records')
          .set({ recorded_at: new Date(), recorded_by: receiver.actor.id, ...values })
          .where('application_id', '=', id)
          .execute();
      const end = (id: string) =>
        db
          .updateTable('contact_consents')
          .set({ withdrawn_at: new Date(), withdrawn_to: receiver.actor.id })
          .where('application_id', '=', id)
          .execute();
      const refused = { constraint: 'award_records__contact_has_consent' };
      const without = await received({ contactNotice: null });
      await expect(change(without.id, { mobile: '9845012345' })).rejects.toMatchObject(refused);
      const { id } = await received();
      await expect(end(id)).rejects.toMatchObject(refused);
      const renewed = db
        .updateTable('contact_consents')
        .set({ notice_version: 2 })
        .where('application_id', '=', id);
      await expect(renewed.execute()).rejects.toMatchObject({ code: '42501' });
      await withdraw(id, 1);
      await expect(end(id)).rejects.toMatchObject({ constraint: 'contact_consents__withdrawn_for_good' });
      for (let turn = 0; turn < 8; turn += 1) {
        const one = await received({ ...blank });
        await Promise.allSettled([change(one.id, { email: 'a@b.example' }), end(one.id)]);
        const [email, consent] = [(await contactOf(one.id)).email, await consentOf(one.id)];
        expect(email === '' || consent!.withdrawnAt === null).toBe(true);
      }
    },
  );
});

function pickContact() {
  const { mobile, email, postalAddress, postalState, postalPin } = awardRecord;
  return { mobile, email, postalAddress, postalState, postalPin };
}
