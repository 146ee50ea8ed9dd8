import { describe, expect, test } from 'vitest';
import { changeCollegeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, collegeEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin', { name: 'Anita' });
const colleague = await portal.as('admin', { name: 'Suresh' });
const receiver = await portal.as('receiver');

async function eventsOf(id: string) {
  const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'college', recordId: id });
  return rows.map(({ event, before, after }) => ({ event, before, after }));
}

describe('adding', () => {
  test('writes the college with its code in capitals, and says so in the audit log', async () => {
    const entry = collegeEntry({ code: ' col900 ', name: 'Tunga College' });
    const { id } = await admin.api.colleges.addCollege(entry);
    const written = { ...entry, code: 'COL900' };
    expect(await admin.api.colleges.getCollege({ id })).toEqual({
      ...{ id, ...written, usedBy: [], proposal: null, version: 1 },
    });
    expect(await eventsOf(id)).toEqual([{ event: 'colleges.added', before: null, after: written }]);
  });

  test('says at each field what is wrong with it', async () => {
    const refusal = await expectDomainError(
      admin.api.colleges.addCollege({
        name: ' ',
        code: 'all',
        contactNumber: 'ask the peon',
        address: '',
        convocationFee: 0,
      }),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([
      { path: 'name', message: 'Enter the college name.' },
      { path: 'code', message: 'ALL stands for the whole university. Choose another code.' },
      { path: 'contactNumber', message: 'Digits, spaces and + - ( ) / , only.' },
      { path: 'address', message: 'Enter the address.' },
      { path: 'convocationFee', message: 'The fee must be more than zero.' },
    ]);
  });

  test('refuses a code and a name that another college has, both at once, in any letters', async () => {
    const taken = collegeEntry();
    await admin.api.colleges.addCollege(taken);
    const refusal = await expectDomainError(
      admin.api.colleges.addCollege({
        ...collegeEntry(),
        code: taken.code,
        name: taken.name.toUpperCase(),
      }),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([
      { path: 'code', message: 'Another college has this code.' },
      { path: 'name', message: 'Another college has this name.' },
    ]);
  });

  test('lets one of two that add the same code in the same instant through, and tells the other at the field', async () => {
    const { code } = collegeEntry();
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? admin : colleague).api.colleges.addCollege(collegeEntry({ code })),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'fulfilled') continue;
      expect(issuesOf(attempt.reason)).toEqual([{ path: 'code', message: 'Another college has this code.' }]);
    }
  });
});

describe('editing', () => {
  test('changes what differs and keeps before and after', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    const changed = { ...entry, code: 'EDITED1', address: 'Hassan 573201' };
    expect(await admin.api.colleges.editCollege({ ...changed, id, version: 1 })).toEqual({
      version: 2,
      proposalId: null,
    });
    expect(await admin.api.colleges.getCollege({ id })).toMatchObject({ ...changed, version: 2 });
    expect((await eventsOf(id))[0]).toEqual({
      event: 'colleges.edited',
      before: { code: entry.code, address: entry.address },
      after: { code: 'EDITED1', address: 'Hassan 573201' },
    });
  });

  test('refuses a version that a colleague has changed, and names the colleague', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    await colleague.api.colleges.editCollege({ ...entry, convocationFee: 900, id, version: 1 });
    const refusal = await expectDomainError(
      admin.api.colleges.editCollege({ ...entry, address: 'Hassan', id, version: 1 }),
      'records.stale',
    );
    expect(refusal.data).toEqual({ changedBy: 'Suresh' });
    expect(await admin.api.colleges.getCollege({ id })).toMatchObject({
      convocationFee: 900,
      address: entry.address,
    });
  });

  test('refuses the name of another college, but not its own', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    const renamed = { ...entry, name: entry.name.toUpperCase() };
    await admin.api.colleges.editCollege({ ...renamed, id, version: 1 });
    const refusal = await expectDomainError(
      admin.api.colleges.editCollege({ ...entry, name: 'college col001', id, version: 2 }),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([{ path: 'name', message: 'Another college has this name.' }]);
  });

  test('keeps a code that is in use, and lets everything else change', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    await admin.api.students.addStudent(studentEntry({ collegeId: id }));
    const refusal = await expectDomainError(
      admin.api.colleges.editCollege({ ...entry, code: 'OTHER9', id, version: 1 }),
      'colleges.code_in_use',
    );
    expect(refusal.message).toBe('The college has students, so its code cannot be changed.');
    await admin.api.colleges.editCollege({ ...entry, convocationFee: 1_200, id, version: 1 });
  });

  test('a new fee is that of new applications; one that was received keeps its own', async () => {
    const { id: collegeId } = await admin.api.colleges.addCollege(collegeEntry({ convocationFee: 700 }));
    const received = await receiveApplication(receiver, office, { collegeId });
    await changeCollegeWithFourEyes(portal, collegeId, { convocationFee: 950 });
    expect(await receiver.api.applications.getApplication({ id: received })).toMatchObject({
      totalAmount: 700,
    });
    const choices = await receiver.api.applications.listApplicationChoices();
    expect(choices.colleges.find(({ id }) => id === collegeId)!.convocationFee).toBe(950);
  });
});

describe('deleting', () => {
  test('removes a college that nothing belongs to, and the audit log keeps what it was', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    await admin.api.colleges.deleteCollege({ id, version: 1 });
    await expectDomainError(admin.api.colleges.getCollege({ id }), 'colleges.not_found');
    expect((await eventsOf(id))[0]).toEqual({ event: 'colleges.deleted', before: entry, after: null });
  });

  test('is refused with everything that belongs to it, which the row says before', async () => {
    const { id } = await admin.api.colleges.addCollege(collegeEntry());
    await admin.api.students.addStudent(studentEntry({ collegeId: id }));
    await portal.as('receiver', { collegeId: id });
    await receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office, { collegeId: id }),
    );
    const { usedBy } = await admin.api.colleges.getCollege({ id });
    expect(usedBy).toEqual(['staff', 'students', 'applications', 'demand_drafts']);
    const refusal = await expectDomainError(
      admin.api.colleges.deleteCollege({ id, version: 1 }),
      'colleges.in_use',
    );
    expect(refusal.message).toBe(
      'The college has staff, students, applications and demand drafts, so it cannot be deleted.',
    );
  });

  test('refuses a college that a colleague has changed since', async () => {
    const entry = collegeEntry();
    const { id } = await admin.api.colleges.addCollege(entry);
    await colleague.api.colleges.editCollege({ ...entry, address: 'Hassan', id, version: 1 });
    await expectDomainError(admin.api.colleges.deleteCollege({ id, version: 1 }), 'records.stale');
  });

  test('never takes the college from under a student who is added in the same instant', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await admin.api.colleges.addCollege(collegeEntry());
      const [added, deleted] = await Promise.allSettled([
        colleague.api.students.addStudent(studentEntry({ collegeId: id })),
        admin.api.colleges.deleteCollege({ id, version: 1 }),
      ]);
      expect([added.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      if (added.status === 'rejected') {
        expect(issuesOf(added.reason)[0]?.path).toBe('collegeId');
      } else {
        expect((deleted as PromiseRejectedResult).reason.code).toBe('colleges.in_use');
      }
    }
  });
});

describe('the list', () => {
  test('is by name, and finds name, code, contact number and address in any letters', async () => {
    const { id } = await admin.api.colleges.addCollege({
      name: 'Bhadra Arts College',
      code: 'BHA77',
      contactNumber: '08262 235 901',
      address: 'Chikkamagaluru 577101',
      convocationFee: 650,
    });
    for (const search of ['bhadra ARTS', 'bha77', '235 901', 'chikkaMAG']) {
      const { rows } = await admin.api.colleges.listColleges({ search });
      expect(rows.map((row) => row.id)).toEqual([id]);
      expect(await admin.api.colleges.countColleges({ search })).toEqual({ count: 1 });
    }
    expect((await admin.api.colleges.listColleges({ search: '%' })).rows).toEqual([]);
    const names = (await admin.api.colleges.listColleges({})).rows.map((row) => row.name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare));
  });

  test('shows a person with a college code that college only', async () => {
    const auditor = await portal.as('auditor', { collegeId: office.collegeId });
    expect((await auditor.api.colleges.listColleges({})).rows.map((row) => row.id)).toEqual([
      office.collegeId,
    ]);
    expect(await auditor.api.colleges.countColleges({})).toEqual({ count: 1 });
    for (const role of ['auditor', 'case_worker', 'receiver'] as const) {
      const reader = await portal.as(role, { collegeId: office.collegeId });
      expect(await reader.api.colleges.listCollegeChoices()).toEqual([
        { id: office.collegeId, code: 'COL001', name: 'College COL001' },
      ]);
    }
    await expectDomainError(
      auditor.api.colleges.getCollege({ id: office.otherCollegeId }),
      'colleges.not_found',
    );
  });
});
