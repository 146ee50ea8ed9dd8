import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { linkTo, type TimelineKind, timelineKinds } from '#shared/record-kinds.ts';
import { type Role, roles } from '#shared/roles.ts';
import type { RecordPage } from '../contract.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');
const callers = {
  admin,
  case_worker: room.caseWorker,
  receiver: room.receiver,
  printer: room.printer,
  auditor: await portal.as('auditor'),
};
// Uploaded here, for its event: other tests share their files.
const photo = (await (await uploadFile(room.receiver, 'photo')).json()) as { id: string };
const printed = await printedCertificate(portal, room, office, { photoFileId: photo.id });
const { applicationId, certificateId, sheet } = printed;
const { version } = await room.receiver.api.certificates.getCertificate({ id: certificateId });
const person = { collectedBy: 'Priya Nair', identitySeen: 'passport' as const };
await room.receiver.api.certificates.handOverCertificate({ id: certificateId, version, ...person });
const { allocations } = await room.receiver.api.applications.getApplication({ id: applicationId });
const { copies } = await room.receiver.api.copies.listCopies({ id: certificateId });
const { runNumber } = copies[0]!;
const serial = sheet.blankSerial;
const { rows } = await admin.api.printRuns.listPrintRuns({ search: runNumber });
/** One application that went all the way to its candidate. */
const ids = {
  application: applicationId,
  certificate: certificateId,
  draft: allocations[0]!.demandDraftId,
  sheet: serial,
  run: rows[0]!.id,
  person: room.receiver.actor.id,
};

const read = ({ api: { records } }: StaffCaller, kind: TimelineKind, id = ids[kind]) =>
  ({
    application: () => records.getApplicationRecord({ key: id }),
    certificate: () => records.getCertificateRecord({ key: id }),
    draft: () => records.getDraftRecord({ key: id }),
    sheet: () => records.getSheetRecord({ key: id }),
    run: () => records.getRunRecord({ key: id }),
    person: () => records.getPersonRecord({ id }),
  })[kind]();
const page = async (caller: StaffCaller, kind: Exclude<TimelineKind, 'person'>, id?: string) =>
  (await read(caller, kind, id)) as RecordPage;

describe.each(timelineKinds())('the record of one %s', (kind) => {
  test.each(roles)('is there for %s exactly where its page is', async (role) => {
    const caller = callers[role];
    if (linkTo({ kind, id: 'x' }, role) === null) {
      await expectDomainError(read(caller, kind), 'auth.not_permitted');
    } else expect(await read(caller, kind)).toMatchObject({ id: expect.any(String) });
  });

  test('is not found under an id that nobody has', async () => {
    await expect(read(admin, kind, crypto.randomUUID())).rejects.toThrow(
      expect.objectContaining({ status: 404 }),
    );
  });
});

test.each<[TimelineKind, Role]>([
  ['application', 'receiver'],
  ['certificate', 'receiver'],
  ['draft', 'case_worker'],
  ['run', 'printer'],
])('another college’s %s is unknown to a %s', async (kind, role) => {
  const outsider = await portal.as(role, { collegeId: office.otherCollegeId });
  await expect(read(outsider, kind)).rejects.toThrow(expect.objectContaining({ status: 404 }));
});

test('a sheet tells a printer of another college nothing of its certificate', async () => {
  const outsider = await portal.as('printer', { collegeId: office.otherCollegeId });
  const { related, timeline } = await page(outsider, 'sheet');
  expect(related).toEqual([]);
  expect(timeline.some(({ recordType }) => recordType === 'certificate' || recordType === 'print_run')).toBe(
    false,
  );
});

test('the application is told from its receipt to its hand-over, by every event of what belongs to it', async () => {
  const { timeline, related } = await page(admin, 'application');
  const { rows } = await sql<{ sequence: number }>`
    select sequence from audit_events
     where record_id = any(${[ids.application, ids.certificate, ids.draft, ids.run]})
        or record_type = 'file' and record_id in (
             select photo_file_id::text from applications where id = ${ids.application}
              union all select receipt_file_id::text from demand_drafts where id = ${ids.draft})
     order by sequence
  `.execute(portal.services.db);
  expect(timeline.map(({ sequence }) => sequence)).toEqual(rows.map(({ sequence }) => sequence));
  const events = timeline.map(({ event }) => event);
  const told = [
    'applications.received',
    'applications.verified',
    'certificates.created',
    'certificates.bound',
    'certificates.printed',
    'certificates.handed_over',
  ];
  expect(events.filter((event) => told.includes(event))).toEqual(told);
  expect(timeline.find(({ event }) => event === 'certificates.printed')).toMatchObject({
    actorName: room.printer.actor.name,
    desk: 'printer',
    details: { blank: serial, printRun: runNumber, copy: 0 },
  });
  expect(related.map(({ kind }) => kind)).toEqual(['certificate', 'draft', 'sheet', 'run']);
});

test('who may not read the audit log sees the same entries without files and ways to events and persons', async () => {
  const { timeline } = await page(room.receiver, 'application');
  const whole = await page(admin, 'application');
  const withoutFiles = whole.timeline.filter(({ recordType }) => recordType !== 'file');
  expect(withoutFiles.length).toBeLessThan(whole.timeline.length);
  expect(timeline.map(({ at }) => at)).toEqual(withoutFiles.map(({ at }) => at));
  expect(timeline.every(({ sequence, actorId }) => sequence === null && actorId === null)).toBe(true);
  expect(JSON.stringify(timeline)).not.toContain('Priya Nair');
  const boundedAuditor = await portal.as('auditor', { collegeId: office.collegeId });
  const bounded = await page(boundedAuditor, 'application');
  expect(bounded.timeline.every(({ sequence }) => sequence === null)).toBe(true);
  await expectDomainError(read(boundedAuditor, 'person'), 'audit.university_only');
});

test('records are found by the numbers that people know', async () => {
  const [application, certificate, run] = await Promise.all([
    page(admin, 'application'),
    page(admin, 'certificate'),
    page(admin, 'run'),
  ]);
  expect((await page(admin, 'application', application.number)).id).toBe(ids.application);
  expect((await page(admin, 'certificate', certificate.number)).id).toBe(ids.certificate);
  expect((await page(admin, 'run', run.number)).id).toBe(ids.run);
  const sheet = await page(admin, 'sheet', serial.toLowerCase());
  expect(sheet.number).toBe(serial);
  expect((await page(admin, 'sheet', sheet.id)).number).toBe(serial);
});

test('a sheet is told from its delivery to its candidate', async () => {
  const { timeline, related } = await page(admin, 'sheet');
  const events = timeline.map(({ event }) => event);
  const told = ['stock.approved', 'certificates.bound', 'certificates.printed', 'certificates.handed_over'];
  expect(events.filter((event) => told.includes(event))).toEqual(told);
  expect(related.map(({ kind }) => kind)).toEqual(['certificate', 'run']);
});

test('a certificate is told from the receipt of its application to its candidate', async () => {
  const { timeline } = await page(room.caseWorker, 'certificate');
  const events = timeline.map(({ event }) => event);
  const told = [
    'applications.received',
    'applications.verified',
    'certificates.created',
    'certificates.printed',
    'certificates.handed_over',
  ];
  expect(events.filter((event) => told.includes(event))).toEqual(told);
});

test('a printer is shown neither application nor draft', async () => {
  const { related, timeline } = await page(room.printer, 'certificate');
  expect(related.map(({ kind }) => kind)).toEqual(['sheet', 'run']);
  expect(timeline.some(({ recordType }) => recordType === 'application')).toBe(false);
});

test('a person is who they are, and their acts are a page of the audit log', async () => {
  expect(await read(admin, 'person')).toMatchObject({
    name: room.receiver.actor.name,
    role: 'receiver',
    code: 'ALL',
  });
  const { rows } = await admin.api.audit.listAuditEvents({ actorId: ids.person });
  expect(rows.map(({ event }) => event)).toContain('applications.received');
  expect(new Set(rows.map(({ actorId }) => actorId))).toEqual(new Set([ids.person]));
  const event = await admin.api.audit.getAuditEvent({ sequence: rows[0]!.sequence });
  expect(event).toEqual(rows[0]);
  await expectDomainError(admin.api.audit.getAuditEvent({ sequence: 999_999_999 }), 'audit.not_found');
});
