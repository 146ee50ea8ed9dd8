import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, collegeEntry, createOffice } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { choiceOf, composedRun, createPrintRoom, waitingOffice } from '#dev/testing/print-room.ts';
import { MailServer } from '#platform/server/mail/mail-server.testing.ts';
import type { LineName, Work } from '../lines.ts';

let portal: Portal;

async function missing(caller: StaffCaller, work: Work): Promise<LineName[]> {
  return (await caller.api.checklist.listMissing({ work })).missing;
}

describe('an empty portal', () => {
  let admin: StaffCaller;
  beforeAll(async () => {
    portal = await startPortal();
    admin = await portal.as('admin', { name: 'Anita Deshpande' });
  });
  afterAll(() => portal.close());

  test('an administrator begins on the checklist, of which nothing is done', async () => {
    const { lines } = await admin.api.checklist.getChecklist();
    expect(lines.filter(({ isDone }) => isDone)).toEqual([]);
    expect(lines.map(({ name }) => name).slice(0, 2)).toEqual(['university', 'courses']);
    expect((await admin.api.auth.getSession()).session).toMatchObject({ opensOnChecklist: true });
  });

  test('each thing that is set up takes its line off what receiving waits for; the refusal names the rest', async () => {
    const nowhere = { collegeId: uuid(), otherCollegeId: uuid(), courseId: uuid(), paperId: uuid() };
    const application = await applicationEntry(admin, { ...nowhere, certificateType: 'Degree' });
    const receive = () => admin.api.applications.receiveApplication(application);
    const paper = { code: 'PAR', name: 'Parchment', colour: 'Maroon', warnBelow: 10 };
    const series = { name: 'Certificates', pattern: '{year}/{n:6}', scope: ['year'], nextNumber: 1 };
    const steps: [LineName, () => Promise<unknown>][] = [
      ['receiver', () => portal.as('receiver')],
      ['university', () => admin.api.university.addEntry(exampleEntry('university'))],
      ['courses', () => admin.api.courses.addEntry(exampleEntry('courses'))],
      ['number_series', () => admin.api.number_series.addEntry(series)],
      ['certificate_types', () => admin.api.certificate_types.addEntry(exampleEntry('certificate_types'))],
      ['papers', () => admin.api.papers.addEntry(paper)],
      ['fees', () => admin.api.fee_schedule.addEntry({ ...exampleEntry('fee_schedule'), charge: 'reprint' })],
      ['colleges', () => admin.api.colleges.addCollege(collegeEntry())],
      ['case_worker', () => portal.as('case_worker')],
    ];
    const left = new Set(await missing(admin, 'receiving'));
    expect([...left].sort()).toEqual(steps.map(([name]) => name).sort());
    for (const [name, complete] of steps) {
      const refusal = await expectDomainError(receive(), 'checklist.receiving_blocked');
      expect(refusal.data).toEqual({ missing: [...left] });
      await complete();
      left.delete(name);
      expect(await missing(admin, 'receiving'), name).toEqual([...left]);
    }
    // Only what was chosen is wrong now.
    await expectDomainError(receive(), 'applications.unknown_choice');
  }, 60_000);

  test('a course that is not offered any more is none', async () => {
    const { db } = portal.services;
    await db.updateTable('courses').set({ active_from: null, active_until: '2001-01-01' }).execute();
    expect(await missing(admin, 'receiving')).toEqual(['courses']);
    await db.updateTable('courses').set({ active_until: null }).execute();
  });

  test('whoever cannot complete it is told whom to ask, and sees no checklist', async () => {
    const receiver = await portal.as('receiver');
    expect(await receiver.api.checklist.listMissing({ work: 'printing' })).toMatchObject({
      administrators: ['Anita Deshpande'],
      missing: ['offices', 'convocation', 'blanks', 'two_who_print', 'proof'],
    });
    await expectDomainError(receiver.api.checklist.getChecklist(), 'auth.not_permitted');
    await expectDomainError(receiver.api.checklist.sendTestMail(), 'auth.not_permitted');
  });
});

describe('an office that works', () => {
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test('prints once nothing is missing, and not while one thing is', async () => {
    const office = await createOffice(portal);
    const room = await createPrintRoom(portal);
    const here = await waitingOffice(portal, room, { office, certificates: 1 });
    expect(await missing(room.printer, 'printing')).toEqual([]);
    const admin = await portal.as('admin');
    expect((await admin.api.auth.getSession()).session).toMatchObject({ opensOnChecklist: false });

    const { db } = portal.services;
    await db
      .updateTable('staff')
      .set({ disabled_at: new Date() })
      .where('role', 'in', ['admin', 'printer'])
      .where('id', '<>', room.printer.actor.id)
      .execute();
    const refusal = await expectDomainError(
      room.printer.api.printRuns.preparePrintRun(choiceOf(here)),
      'checklist.printing_blocked',
    );
    expect(refusal.data).toEqual({ missing: ['two_who_print'] });
    expect(refusal.message).toContain('Two people who may print');
    // The counter goes on.
    await room.receiver.api.applications.receiveApplication(await applicationEntry(room.receiver, office));

    await db.updateTable('staff').set({ disabled_at: null }).execute();
    await db
      .updateTable('staff')
      .set({ disabled_at: new Date() })
      .where('role', '=', 'case_worker')
      .execute();
    const blocked = await expectDomainError(
      room.receiver.api.applications.receiveApplication(await applicationEntry(room.receiver, office)),
      'checklist.receiving_blocked',
    );
    expect(blocked.data).toEqual({ missing: ['case_worker'] });
    // What was received stays readable.
    expect((await room.receiver.api.applications.listApplications({})).rows).toHaveLength(2);
    await db.updateTable('staff').set({ disabled_at: null }).execute();
    expect(await composedRun(portal, room.printer, here)).toMatchObject({ sheetCount: 1 });
  });
});

describe('a test mail', () => {
  const mailServer = new MailServer();
  let admin: StaffCaller;
  beforeAll(async () => {
    await mailServer.start();
    portal = await startPortal({ worker: true, env: { SMTP_URL: mailServer.url } });
    admin = await portal.as('admin');
  });
  afterEach(() => mailServer.reset());
  afterAll(async () => {
    mailServer.cut();
    await portal.close();
    await mailServer.stop();
  });

  async function isMailDone(): Promise<boolean> {
    const { lines } = await admin.api.checklist.getChecklist();
    return lines.find(({ name }) => name === 'mail')!.isDone;
  }

  test('goes to who asks, and the line is done once the mail server has taken it, not before', async () => {
    const subject = 'Subject: A test mail of Dikshant';
    let refused = 0;
    mailServer.behave = ({ source }) => {
      if (!source.includes(subject)) return 'accept';
      refused += 1;
      return 'refuse';
    };
    expect(await admin.api.checklist.sendTestMail()).toEqual({ to: admin.email });
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0), { timeout: 15_000 });
    expect(await isMailDone()).toBe(false);
    mailServer.behave = () => 'accept';
    await vi.waitFor(async () => expect(await isMailDone()).toBe(true), { timeout: 15_000 });
    expect(mailServer.mailsTo(admin.email).at(-1)!.source).toContain(subject);
    const events = await portal.services.db
      .selectFrom('audit_events')
      .select(['event', 'desk'])
      .where('record_type', '=', 'checklist')
      .orderBy('sequence')
      .execute();
    expect(events).toEqual([
      { event: 'checklist.test_mail_asked', desk: 'admin' },
      { event: 'checklist.test_mail_accepted', desk: 'portal' },
    ]);
  });
});
