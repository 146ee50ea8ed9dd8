import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { collegeEntry, draftEntry, stockBlanks, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const [admin, auditor] = await portal.asEach('admin', 'auditor');
const here = await portal.as('auditor', { collegeId: office.collegeId });
const there = await portal.as('auditor', { collegeId: office.otherCollegeId });
const owner = await fileClient(portal.ownerUrl);

const numbers = {
  registrationNumber: 'REGMYS0417',
  examRollNumber: '24102695',
  candidateName: 'Harpreet Menon',
  candidateNameNative: 'ಹರ್ಪ್ರೀತ್ ಮೆನನ್',
};
const draft = draftEntry({ number: '417093' });
const mine = await printedCertificate(portal, room, office, { ...numbers, drafts: [draft] });
const others = await printedCertificate(portal, room, { ...office, collegeId: office.otherCollegeId });
const { id: draftId } = await portal.services.db
  .selectFrom('demand_drafts')
  .select('id')
  .where('number', '=', draft.number)
  .executeTakeFirstOrThrow();
const { id: studentId } = await admin.api.students.addStudent(
  studentEntry(office, {
    name: 'Netravati Gowda',
    registrationNumber: 'STUNET01',
    examRollNumber: '25999001',
  }),
);

const sequencesOf = async (person: StaffCaller, input: object = {}) =>
  (await person.api.audit.listAuditEvents({ limit: 100, ...input })).rows.map(({ sequence }) => sequence);
const plain = async (where: string, ...values: unknown[]): Promise<number[]> => {
  const { rows } = await owner.query(
    `select sequence::int from audit_events where ${where} order by sequence desc`,
    values,
  );
  return rows.map(({ sequence }) => sequence);
};

describe('an auditor of a college', () => {
  test.each([
    ['here', here, office.collegeId],
    ['there', there, office.otherCollegeId],
  ])('reads the events of this college and no other: %s', async (_where, person, collegeId) => {
    const own = await plain('college_id = $1', collegeId);
    expect(own.length).toBeGreaterThan(3);
    expect(await sequencesOf(person)).toEqual(own);
    expect(await person.api.audit.countAuditEvents({})).toEqual({ count: own.length });
    // Of another college, and of none.
    for (const [foreign] of [await plain('college_id <> $1', collegeId), await plain('college_id is null')]) {
      await expectDomainError(person.api.audit.getAuditEvent({ sequence: foreign! }), 'audit.not_found');
    }
    expect(await person.api.audit.getAuditEvent({ sequence: own[0]! })).toMatchObject({ sequence: own[0] });
    const file = await (await person.fetch('/api/exports/audit-log?format=csv')).text();
    expect(file.trimEnd().split('\n')).toHaveLength(own.length + 1);
  });

  test('finds nothing of another one by any search or filter, and does not read the access log', async () => {
    for (const search of [
      'Harpreet',
      numbers.examRollNumber,
      mine.sheet.blankSerial,
      '417093',
      'applications',
    ]) {
      expect(await sequencesOf(there, { search, collegeId: office.collegeId }), search).toEqual([]);
      expect(await sequencesOf(here, { search }), search).not.toEqual([]);
    }
    expect(await sequencesOf(there, { recordType: 'application', recordId: mine.applicationId })).toEqual([]);
    await expectDomainError(here.api.audit.listAccessEntries({}), 'audit.university_only');
  });
});

test('the whole log narrows to a college', async () => {
  const own = await plain('college_id = $1', office.collegeId);
  expect(await sequencesOf(auditor, { collegeId: office.collegeId })).toEqual(own);
  expect(await auditor.api.audit.countAuditEvents({ collegeId: office.collegeId })).toEqual({
    count: own.length,
  });
});

describe('the search finds events of the records that have', () => {
  const certificate = mine.certificateId;
  test.each([
    ['a draft’s number', draft.number, 'demand_draft', draftId],
    ['a serial', mine.sheet.blankSerial, 'certificate', certificate],
    ['a serial in small letters', mine.sheet.blankSerial.toLowerCase(), 'certificate', certificate],
    ['an exam roll number', numbers.examRollNumber, 'application', mine.applicationId],
    ['a registration number', numbers.registrationNumber, 'application', mine.applicationId],
    ['a part of a candidate’s name', 'harpreet men', 'application', mine.applicationId],
    ['a candidate’s name in the other script', 'ಹರ್ಪ್ರೀತ್', 'application', mine.applicationId],
    ['a student’s name', 'Netravati', 'student', studentId],
    ['a student’s exam roll number', '25999001', 'student', studentId],
    ['native digits', '೨೪೧೦೨೬೯೫', 'application', mine.applicationId],
  ])('%s', async (_what, search, type, id) => {
    const expected = await plain('record_type = $1 and record_id = $2', type, id);
    expect(expected.length).toBeGreaterThan(0);
    const { rows } = await auditor.api.audit.listAuditEvents({ search, limit: 100 });
    const found = rows.map(({ sequence }) => sequence);
    for (const sequence of type === 'certificate' ? expected.slice(0, 1) : expected)
      expect(found, `${search} misses ${sequence}`).toContain(sequence);
    expect(rows.map(({ recordId }) => recordId)).not.toContain(others.applicationId);
    expect(await auditor.api.audit.countAuditEvents({ search })).toEqual({ count: found.length });
    const jumped = await sequencesOf(auditor, { search, offset: 1 });
    expect(jumped, 'as a jump in the list asks').toEqual(found.slice(1));
  });
});

test('a serial finds the delivery of the sheet and each act that moved it, and no other', async () => {
  await stockBlanks(portal, office.paperId, 3);
  const issue = (count: number) =>
    admin.api.stock.issueBlanks({
      id: office.paperId,
      holderId: room.printer.actor.id,
      sheets: { count },
    });
  const [{ serials: one }, { serials: two }] = [await issue(1), await issue(2)];
  for (const [serial, serials] of [
    [one, one],
    [two.slice(-7), two],
  ] as const) {
    const { rows } = await auditor.api.audit.listAuditEvents({ search: serial });
    expect(rows.filter(({ event }) => event === 'stock.issued')).toMatchObject([{ after: { serials } }]);
    expect(rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['stock.received', 'stock.approved']),
    );
  }
});

test('a college’s name finds the events of its record', async () => {
  const { id } = await admin.api.colleges.addCollege(collegeEntry({ name: 'Netravati First Grade College' }));
  const { rows } = await auditor.api.audit.listAuditEvents({ search: 'netravati first' });
  expect(rows).toMatchObject([{ recordType: 'college', recordId: id }]);
});

test('events from before have their college beside the log', async () => {
  const [sequence] = await plain('college_id = $1', office.otherCollegeId);
  // As an event of an earlier version, whose record the upgrade looked up.
  await runWithoutTriggers(
    portal,
    `insert into audit_event_colleges (sequence, college_id) values (${sequence}, '${office.otherCollegeId}');
     update audit_events set college_id = null, hash_version = 2 where sequence = ${sequence}`,
  );
  expect(await sequencesOf(there)).toContain(sequence);
  expect(await sequencesOf(here)).not.toContain(sequence);
  expect(await sequencesOf(auditor, { collegeId: office.otherCollegeId })).toContain(sequence);
});
