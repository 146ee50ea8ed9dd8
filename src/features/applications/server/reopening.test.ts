import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import {
  createOffice,
  draftEntry,
  type Office,
  receiveApplication,
  reprintEntry,
  withReceipt,
} from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { choiceOf, createPrintRoom, type PrintRoom } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import {
  codeOf,
  printedCertificate,
  printOne,
  requestReprint,
  startRunOf,
  type Waiting,
  waitingCertificate,
} from '#dev/testing/reprinting.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { unscoped } from '#platform/server/db/database.ts';

let portal: Portal;
let office: Office;
let room: PrintRoom;
let receiver: StaffCaller;
let caseWorker: StaffCaller;
let colleague: StaffCaller;
let admin: StaffCaller;
let auditor: StaffCaller;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  room = await createPrintRoom(portal);
  ({ receiver, caseWorker } = room);
  colleague = await portal.as('case_worker');
  admin = await portal.as('admin');
  auditor = await portal.as('auditor');
});
afterAll(async () => {
  const faults = await faultsInStockBooks(portal.ownerUrl);
  await portal.close();
  expect(faults).toEqual([]);
});

const waiting = (overrides: object = {}) => waitingCertificate(portal, room, office, overrides);
const printed = (overrides: object = {}) => printedCertificate(portal, room, office, overrides);
const applicationOf = (id: string) => auditor.api.applications.getApplication({ id });
const certificateOf = (id: string) => auditor.api.certificates.getCertificate({ id });
const execute = (statement: ReturnType<typeof sql>) => statement.execute(unscoped(portal.services.db));

async function requestsOf(certificateId: string) {
  return (await auditor.api.reprints.listReprintRequests({ certificateId })).rows;
}

async function eventsOf(recordType: 'application' | 'certificate' | 'reprint_request', recordId: string) {
  return (await auditor.api.audit.listAuditEvents({ recordType, recordId })).rows;
}

/** Reopened, corrected and verified again; the last two by people who did not do the first. */
async function correctedAgain(id: string, candidateName = 'Asha Rao') {
  await reopen(colleague, id);
  await correct(receiver, id, { candidateName });
  return verify(caseWorker, id);
}

async function verdictOf(sheet: { id: string; convocationNumber: string }) {
  return portal.anonymous.api.verification.verifyCertificate({
    number: sheet.convocationNumber,
    code: await codeOf(portal, sheet.id),
  });
}

async function handOver(certificateId: string, earlierCopy?: object) {
  const { version } = await certificateOf(certificateId);
  return receiver.api.certificates.handOverCertificate({
    id: certificateId,
    version,
    collectedBy: 'Asha Rao',
    identitySeen: 'Passport',
    ...(earlierCopy && { earlierCopy: earlierCopy as never }),
  });
}

/** Waits for a draft that came back. */
async function returnDraft(number: string) {
  const [draft] = (await admin.api.demandDrafts.listDrafts({ search: number })).rows;
  await admin.api.fees.returnDraft({ id: draft!.id, version: draft!.version, reason: 'signature' });
}

describe('reopening', () => {
  test('returns the application with its reason, and withholds the certificate, which keeps its number', async () => {
    const { applicationId, certificateId, convocationNumber, ...kind } = await waiting();
    await reopen(colleague, applicationId, { reason: 'other', remark: 'The mother’s name was printed.' });
    expect(await applicationOf(applicationId)).toMatchObject({
      status: 'returned',
      verifiedBy: null,
      returnedBy: colleague.actor.name,
      returnReasons: ['other'],
      returnRemark: 'The mother’s name was printed.',
      convocationNumber,
      reopening: {
        reason: 'other',
        remark: 'The mother’s name was printed.',
        reopenedBy: colleague.actor.name,
        verifiedBy: caseWorker.actor.name,
        verifiedAgainAt: null,
      },
    });
    const withheld = await certificateOf(certificateId);
    expect(withheld).toMatchObject({ state: 'to_print', convocationNumber, isReopened: true });
    expect(withheld.withheldAt).not.toBeNull();
    await expectDomainError(
      room.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
      'print_runs.too_few_waiting',
    );
    expect((await eventsOf('application', applicationId))[0]).toMatchObject({
      event: 'applications.reopened',
      actorName: colleague.actor.name,
      before: { status: 'verified' },
      after: { status: 'returned', reason: 'other', convocationNumber },
    });
    expect((await eventsOf('certificate', certificateId))[0]).toMatchObject({
      event: 'certificates.withheld',
    });
  });

  test('tells the college', async () => {
    const to = 'college@dikshant.example';
    const setEmail = (email: string | null) =>
      portal.services.db.updateTable('colleges').set({ email }).where('id', '=', office.collegeId).execute();
    await setEmail(to);
    const { applicationId } = await waiting({ candidateName: 'Bina Rao' });
    expect(await reopen(colleague, applicationId)).toMatchObject({ mailedTo: to });
    await setEmail(null);
    const mail = await portal.services.db
      .selectFrom('outbox')
      .select(['subject', 'body'])
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(mail.subject).toMatch(/^Application \d+ was reopened: Bina Rao$/);
    expect(mail.body).toContain('- Wrong name');
  });

  test('of what was never printed prints the original, with what was corrected', async () => {
    const reopened = await waiting({ candidateName: 'Asha Roa' });
    const { applicationId, certificateId, convocationNumber } = reopened;
    expect(await correctedAgain(applicationId)).toMatchObject({ convocationNumber });
    expect(await certificateOf(certificateId)).toMatchObject({
      state: 'to_print',
      withheldAt: null,
      isReopened: false,
      copyNumber: null,
    });
    expect(await requestsOf(certificateId)).toEqual([]);
    const sheet = await printOne(portal, room.printer, reopened);
    expect(sheet).toMatchObject({ copyNumber: 0, studentName: 'Asha Rao', convocationNumber });
    expect((await applicationOf(applicationId)).reopening?.verifiedAgainAt).not.toBeNull();
  });

  test('of a printed certificate ends with a new copy, whose sheet supersedes the old one', async () => {
    const old = await printed({ candidateName: 'Asha Roa' });
    const { applicationId, certificateId, convocationNumber } = old;
    await correctedAgain(applicationId);
    const [request] = await requestsOf(certificateId);
    expect(request).toMatchObject({
      kind: 'data_corrected',
      reason: 'Data corrected',
      errorPhoto: null,
      status: 'approved',
      requestedBy: receiver.actor.name,
      decidedBy: caseWorker.actor.name,
      studentName: 'Asha Rao',
      blankSerial: old.sheet.blankSerial,
      reprintedAt: null,
    });
    expect(await certificateOf(certificateId)).toMatchObject({ state: 'to_print', withheldAt: null });
    // Until the new one is there.
    expect(await verdictOf(old.sheet)).toMatchObject({ verdict: 'genuine', candidateName: 'Asha Roa' });

    const sheet = await printOne(portal, room.printer, old);
    expect(sheet).toMatchObject({ copyNumber: 1, studentName: 'Asha Rao', convocationNumber });
    expect(await verdictOf(old.sheet)).toMatchObject({ verdict: 'superseded' });
    expect(await verdictOf(sheet)).toMatchObject({
      verdict: 'genuine',
      candidateName: 'Asha Rao',
      copyNumber: 1,
    });
    const { copies } = await auditor.api.copies.listCopies({ id: certificateId });
    expect(copies.map(({ facts }) => facts.candidateName)).toEqual(['Asha Roa', 'Asha Rao']);
    expect((await requestsOf(certificateId))[0]!.reprintedAt).not.toBeNull();
    const events = (await eventsOf('reprint_request', request!.id)).map(({ event }) => event);
    expect(events).toEqual(['reprints.approved']);
  });

  test('of what was handed over asks for the old sheet before the new one leaves', async () => {
    const old = await printed();
    await handOver(old.certificateId);
    await correctedAgain(old.applicationId);
    await printOne(portal, room.printer, old);
    await expectDomainError(handOver(old.certificateId), 'certificates.copy_out');
    await handOver(old.certificateId, { became: 'surrendered', serial: old.sheet.blankSerial });
    expect(await certificateOf(old.certificateId)).toMatchObject({ state: 'handed_over', copyNumber: 1 });
  });

  test('again, while its corrected copy waits, prints that copy once', async () => {
    const old = await printed();
    await correctedAgain(old.applicationId, 'Asha R. Rao');
    await correctedAgain(old.applicationId, 'Asha Rao');
    const requests = await requestsOf(old.certificateId);
    expect(requests.map(({ kind, status, endedWith }) => [kind, status, endedWith])).toEqual([
      ['data_corrected', 'approved', null],
      ['data_corrected', 'rejected', 'reopened'],
    ]);
    expect((await certificateOf(old.certificateId)).convocationNumber).toBe(old.convocationNumber);
    expect(await printOne(portal, room.printer, old)).toMatchObject({
      copyNumber: 1,
      studentName: 'Asha Rao',
    });
    expect(await certificateOf(old.certificateId)).toMatchObject({ state: 'printed' });
  });

  test('lets number, photo, course and college be corrected, and the number stays of its year', async () => {
    const { applicationId, certificateId, convocationNumber } = await waiting();
    await reopen(colleague, applicationId, { reason: 'registration' });
    await correct(receiver, applicationId, {
      registrationNumber: `REOPENED-${convocationNumber}`,
      academicYear: '2018-19',
      collegeId: office.otherCollegeId,
    });
    expect(await verify(caseWorker, applicationId)).toMatchObject({ convocationNumber });
    expect(await certificateOf(certificateId)).toMatchObject({
      convocationNumber,
      collegeCode: 'COL002',
      registrationNumber: `REOPENED-${convocationNumber}`,
    });
  });
});

describe('nobody reopens', () => {
  test('what they verified, received or corrected', async () => {
    const { applicationId } = await waiting();
    await expectDomainError(reopen(caseWorker, applicationId), 'applications.own_verification');
    const received = await receiveApplication(admin, office);
    await verify(caseWorker, received);
    await expectDomainError(reopen(admin, received), 'applications.own_work');
    await reopen(colleague, received);
    const second = await portal.as('admin');
    await correct(second, received);
    await verify(caseWorker, received);
    await expectDomainError(reopen(second, received), 'applications.own_work');
    await reopen(colleague, received);
  });

  test('what was not verified, twice, in a print run, or on an older version', async () => {
    const pending = await receiveApplication(receiver, office);
    await expectDomainError(reopen(colleague, pending), 'applications.not_verified');
    const bound = await waiting();
    await expectDomainError(reopen(colleague, bound.applicationId, { version: 99 }), 'records.stale');
    const { id, sheet } = await startRunOf(portal, room.printer, bound);
    await expectDomainError(reopen(colleague, bound.applicationId), 'applications.in_print_run');
    await room.printer.api.printRuns.recordSheets({
      id,
      outcomes: [{ sheetId: sheet.id, outcome: 'spoilt', reason: 'Jam' }],
    });
    await reopen(colleague, bound.applicationId);
    await expectDomainError(reopen(colleague, bound.applicationId), 'applications.reopened_already');
    await expectDomainError(reopen(admin, bound.applicationId), 'applications.reopened_already');
  });

  test('without a reason, or for another one without saying which', async () => {
    const { applicationId } = await waiting();
    await expectDomainError(reopen(colleague, applicationId, { reason: 'other' }), 'request.invalid');
    await expectDomainError(reopen(colleague, applicationId, { reason: 'mood' }), 'request.invalid');
    await expectDomainError(reopen(colleague, applicationId, { reason: undefined }), 'request.invalid');
  });

  test('as receiver, printer or auditor, or of another college', async () => {
    const { applicationId: id } = await waiting();
    for (const person of [receiver, room.printer, auditor])
      await expectDomainError(
        person.api.applications.reopenApplication({ id, version: 2, reason: 'name' }),
        'auth.not_permitted',
      );
    const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });
    await expectDomainError(
      outsider.api.applications.reopenApplication({ id, version: 2, reason: 'name' }),
      'applications.not_found',
    );
  });
});

describe('a request for a reprint', () => {
  test('that nobody decided ends, and cannot be decided any more', async () => {
    const { applicationId, certificateId } = await printed();
    const id = await requestReprint(colleague, certificateId, 'The name is wrong.');
    // Whoever asked may reopen: that is no decision about the request.
    await reopen(colleague, applicationId);
    expect((await requestsOf(certificateId))[0]).toMatchObject({
      status: 'rejected',
      endedWith: 'reopened',
      decidedBy: colleague.actor.name,
      remark: 'The application was reopened (Wrong name): the next verification asks for a new copy.',
    });
    expect((await eventsOf('reprint_request', id))[0]).toMatchObject({ event: 'reprints.ended' });
    await expectDomainError(admin.api.reprints.approveReprint({ id, version: 2 }), 'reprints.ended');
    await expectDomainError(admin.api.reprints.reopenReprint({ id, version: 2 }), 'reprints.ended');
    const open = await admin.api.reprints.listReprintRequests({ list: 'open', certificateId });
    expect(open.rows).toEqual([]);
    await expectDomainError(requestReprint(receiver, certificateId), 'certificates.withheld');
  });

  test.each(['printed', 'handed_over'] as const)(
    'that was approved ends, and the certificate is %s again while it is withheld',
    async (state) => {
      const { applicationId, certificateId } = await printed();
      if (state === 'handed_over') await handOver(certificateId);
      const id = await requestReprint(receiver, certificateId);
      await admin.api.reprints.approveReprint({ id, version: 1 });
      await reopen(colleague, applicationId);
      expect(await certificateOf(certificateId)).toMatchObject({ state, isReopened: true });
      await correct(receiver, applicationId);
      await verify(caseWorker, applicationId);
      const [request] = await requestsOf(certificateId);
      expect(request).toMatchObject({ kind: 'data_corrected', status: 'approved' });
      expect(await certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    },
  );

  test('of corrected data is decided by nobody else', async () => {
    const { applicationId, certificateId } = await printed();
    await correctedAgain(applicationId);
    const [request] = await requestsOf(certificateId);
    const { id, version } = request!;
    const { rejectReprint, reopenReprint, approveReprint } = admin.api.reprints;
    await expectDomainError(rejectReprint({ id, version, remark: 'Not now.' }), 'reprints.data_corrected');
    await expectDomainError(reopenReprint({ id, version }), 'reprints.data_corrected');
    await expectDomainError(approveReprint({ id, version }), 'reprints.data_corrected');
    await expectDomainError(requestReprint(receiver, certificateId), 'reprints.asked_already');
    const lists = async (list: 'open' | 'approved') =>
      (await admin.api.reprints.listReprintRequests({ list, certificateId })).rows.length;
    expect([await lists('open'), await lists('approved')]).toEqual([0, 1]);
  });

  test('is asked for as ever where a copy is cancelled before the data are verified again', async () => {
    const { applicationId, certificateId, sheet, ...rest } = await printed();
    const run = (await auditor.api.copies.listCopies({ id: certificateId })).copies[0]!;
    const { rows } = await auditor.api.printRuns.listPrintRuns({ search: run.runNumber });
    await room.printer.api.printRuns.closePrintRun({
      id: rows[0]!.id,
      version: rows[0]!.version,
      goodSheets: 1,
      spoiltSheets: 0,
    });
    await reopen(colleague, applicationId);
    await admin.api.copies.cancelCopy({ id: certificateId, copyId: sheet.id, reason: 'The name is wrong.' });
    await correct(receiver, applicationId, { candidateName: 'Asha Rao' });
    await verify(caseWorker, applicationId);
    expect(await requestsOf(certificateId)).toEqual([]);
    const again = await printOne(portal, room.printer, { applicationId, certificateId, ...rest } as Waiting);
    expect(again).toMatchObject({ copyNumber: 0, studentName: 'Asha Rao' });
  });
});

describe('a draft that comes back', () => {
  test('while an application is reopened is paid anew before it is verified', async () => {
    const draft = draftEntry();
    const { applicationId, convocationNumber } = await printed({ drafts: [draft] });
    await reopen(colleague, applicationId);
    await returnDraft(draft.number);
    expect(await applicationOf(applicationId)).toMatchObject({ status: 'returned', pendingAmount: 700 });
    await correct(receiver, applicationId, { candidateName: 'Asha Rao' });
    await expectDomainError(verify(caseWorker, applicationId), 'applications.no_draft');
    const { version } = await applicationOf(applicationId);
    await caseWorker.api.applications.rejectApplication({ id: applicationId, version, remark: '' });
    await correct(receiver, applicationId, { drafts: [await withReceipt(receiver, draftEntry())] });
    expect(await verify(caseWorker, applicationId)).toMatchObject({ convocationNumber });
  });

  test('leaves what was verified as it is, until that is reopened', async () => {
    const draft = draftEntry();
    const { applicationId, certificateId } = await printed({ drafts: [draft], candidateName: 'Asha Roa' });
    await returnDraft(draft.number);
    const drafts = [await withReceipt(receiver, draftEntry())];
    for (const change of [
      { candidateName: 'Asha Rao' },
      { academicYear: '2019-20' },
      {
        concession: { amount: 100, reason: 'merit' as const, authority: 'Order 7 of 3 May' },
        totalAmount: 600,
      },
    ])
      await expectDomainError(correct(receiver, applicationId, { drafts, ...change }), 'applications.frozen');
    await correct(receiver, applicationId, { drafts });
    // The case worker sees that the name is wrong: returned, nobody could correct it.
    const { version } = await applicationOf(applicationId);
    await expectDomainError(
      caseWorker.api.applications.returnApplication({ id: applicationId, version, reasons: ['name'] }),
      'applications.reopen_instead',
    );
    await reopen(colleague, applicationId);
    await correct(receiver, applicationId, { candidateName: 'Asha Rao' });
    await verify(caseWorker, applicationId);
    expect((await requestsOf(certificateId))[0]).toMatchObject({ kind: 'data_corrected' });
  });

  test('takes a verification back as before, without a new copy when it is paid again', async () => {
    const draft = draftEntry();
    const { applicationId, certificateId } = await printed({ drafts: [draft] });
    await returnDraft(draft.number);
    await correct(receiver, applicationId, { drafts: [await withReceipt(receiver, draftEntry())] });
    await verify(caseWorker, applicationId);
    expect(await requestsOf(certificateId)).toEqual([]);
    expect(await certificateOf(certificateId)).toMatchObject({ state: 'printed', withheldAt: null });
  });
});

describe('at once', () => {
  test('of several people one reopens', async () => {
    const { applicationId } = await printed();
    const second = await portal.as('admin');
    const outcomes = await Promise.allSettled(
      [colleague, admin, second, colleague].map((person) => reopen(person, applicationId)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason.code).toMatch(/^(applications\.reopened_already|records\.stale)$/);
  });

  test('reopening and preparing a run never both have the certificate', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { applicationId, certificateId, ...kind } = await waiting();
      const [prepared, reopened] = await Promise.allSettled([
        room.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
        reopen(colleague, applicationId),
      ]);
      expect([prepared, reopened].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { state, withheldAt } = await certificateOf(certificateId);
      expect(state === 'in_run').toBe(withheldAt === null);
      if (reopened!.status === 'rejected') expect(reopened!.reason.code).toBe('applications.in_print_run');
    }
  });

  test('reopening and deciding on a reprint leave no request open', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { applicationId, certificateId } = await printed();
      const id = await requestReprint(receiver, certificateId);
      const second = await reprintEntry(receiver, certificateId);
      const [reopened] = await Promise.allSettled([
        reopen(colleague, applicationId),
        admin.api.reprints.approveReprint({ id, version: 1 }),
        receiver.api.reprints.requestReprint(second),
      ]);
      expect(reopened).toMatchObject({ status: 'fulfilled' });
      expect((await requestsOf(certificateId)).map(({ endedWith }) => endedWith)).toEqual(['reopened']);
      expect(await certificateOf(certificateId)).toMatchObject({ state: 'printed', isReopened: true });
    }
  });

  test('reopening and a draft that comes back end in one of the two', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const draft = draftEntry();
      const { applicationId } = await waiting({ drafts: [draft] });
      await Promise.allSettled([reopen(colleague, applicationId), returnDraft(draft.number)]);
      const { status, paidAmount } = await applicationOf(applicationId);
      expect(paidAmount).toBe(0);
      expect(['returned', 'rejected']).toContain(status);
    }
  });
});

describe('the tables', () => {
  test('change nothing of what was verified, for the application’s role too', async () => {
    const { applicationId: id, certificateId, sheet } = await printed();
    const { convocationNumber } = await certificateOf(certificateId);
    const by = receiver.actor.id;
    const signed = sql`corrected_by = ${by}, corrected_at = now()`;
    for (const [statement, constraint] of [
      [
        sql`update applications set candidate_name = 'Else', ${signed} where id = ${id}`,
        'applications__verified_is_frozen',
      ],
      [
        sql`update applications set photo_file_id = photo_file_id, academic_year = '2011-12', ${signed} where id = ${id}`,
        'applications__verified_is_frozen',
      ],
      [
        sql`insert into concessions values (${id}, 100, 'merit', 'Order 7', ${by}, now())`,
        'concessions__of_open_application',
      ],
      [
        sql`update demand_drafts set receipt_file_id = null where id = (select demand_draft_id from allocations where application_id = ${id})`,
        'demand_drafts__receipt_stays',
      ],
      [
        sql`update applications set status = 'returned', verified_by = null, verified_at = null, returned_by = ${colleague.actor.id},
                   returned_at = now(), return_reasons = '{name}' where id = ${id}`,
        'applications__returned_by_reopening',
      ],
      [
        sql`with held as (update certificates set withheld_at = now() where id = ${certificateId})
            update applications set status = 'received', verified_by = null, verified_at = null where id = ${id}`,
        'applications__verification_stands',
      ],
      [
        sql`update certificates set convocation_sequence = convocation_sequence + 100000 where id = ${certificateId}`,
        'certificates__number_for_life',
      ],
      [
        sql`update certificates set application_id = (select id from applications where id <> ${id} limit 1) where id = ${certificateId}`,
        'certificates__number_for_life',
      ],
      [
        sql`insert into reprint_requests (id, kind, certificate_id, college_id, sheet_id, reason, requested_by, requested_desk, requested_at,
                                          status, decided_by, decided_at, state_before, candidate_name, exam_roll_number)
            select gen_random_uuid(), 'data_corrected', c.id, c.college_id, ${sheet.id}, 'Data corrected', ${by}, 'receiver', now(),
                   'approved', ${caseWorker.actor.id}, now(), 'printed', 'x', 'x' from certificates c where c.id = ${certificateId}`,
        'reprint_requests__asked_by_corrector',
      ],
      [
        sql`insert into reprint_requests (id, certificate_id, college_id, sheet_id, reason, requested_by, requested_desk, requested_at,
                                          candidate_name, exam_roll_number)
            select gen_random_uuid(), c.id, c.college_id, ${sheet.id}, 'Smudged', ${by}, 'receiver', now(), 'x', 'x'
              from certificates c where c.id = ${certificateId}`,
        'reprint_requests__photo_unless_data_corrected',
      ],
    ] as const)
      await expect(execute(statement), constraint).rejects.toMatchObject({ constraint });
    expect((await certificateOf(certificateId)).convocationNumber).toBe(convocationNumber);
  });

  test('take a reopening only as the command makes it, and keep it', async () => {
    const { applicationId: id, ...kind } = await waiting();
    const insert = (by: string, verifiedBy: string | null, more = sql``) => sql`
      insert into reopenings (id, application_id, reason, remark, reopened_by, reopened_at, verified_by, verified_at)
      select gen_random_uuid(), p.id, 'name', null, ${by}, now(), ${verifiedBy},
             case when ${verifiedBy}::uuid is not null then p.verified_at end from applications p where p.id = ${id} ${more}`;
    const verifier = caseWorker.actor.id;
    for (const [by, verifiedBy, constraint] of [
      [verifier, verifier, 'reopenings__not_by_verifier'],
      [receiver.actor.id, verifier, 'reopenings__by_no_contributor'],
      [colleague.actor.id, null, 'reopenings__of_verified'],
      // The application stays verified.
      [colleague.actor.id, verifier, 'reopenings__open_is_not_verified'],
    ] as const)
      await expect(execute(insert(by, verifiedBy)), constraint).rejects.toMatchObject({ constraint });
    const { id: runId } = await room.printer.api.printRuns.preparePrintRun(choiceOf(kind));
    await expect(execute(insert(colleague.actor.id, verifier))).rejects.toMatchObject({
      constraint: 'reopenings__not_in_run',
    });
    await room.printer.api.printRuns.withdrawPrintRun({ id: runId, version: 1 });

    await reopen(colleague, id);
    const here = sql`application_id = ${id}`;
    await expect(execute(sql`update reopenings set reason = 'photo' where ${here}`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(execute(sql`delete from reopenings where ${here}`)).rejects.toMatchObject({ code: '42501' });
    await expect(
      execute(
        sql`update reopenings set verified_again_by = ${verifier}, verified_again_at = now() where ${here}`,
      ),
    ).rejects.toMatchObject({ constraint: 'reopenings__ended_by_verification' });
    await correct(receiver, id);
    await expect(
      execute(
        sql`update applications set status = 'verified', verified_by = ${verifier}, verified_at = now() where id = ${id}`,
      ),
    ).rejects.toMatchObject({
      constraint: expect.stringMatching(
        /applications__verified_ends_reopening|certificates__withheld_unless_verified/,
      ),
    });
    await verify(caseWorker, id);
    await expect(
      execute(sql`update reopenings set verified_again_at = now() where ${here}`),
    ).rejects.toMatchObject({ constraint: 'reopenings__stay' });
  });

  test('let no request of corrected data be taken back', async () => {
    const { applicationId, certificateId } = await printed();
    await requestReprint(colleague, certificateId);
    await correctedAgain(applicationId);
    const forced = (set: ReturnType<typeof sql>, kind: string) =>
      execute(
        sql`update reprint_requests set ${set} where certificate_id = ${certificateId} and kind = ${kind}`,
      );
    await expect(
      forced(sql`status = null, decided_by = null, decided_at = null, state_before = null`, 'data_corrected'),
    ).rejects.toMatchObject({ constraint: 'reprint_requests__correction_is_printed' });
    await expect(forced(sql`kind = 'wrong_copy'`, 'data_corrected')).rejects.toMatchObject({
      constraint: 'reprint_requests__correction_is_printed',
    });
    await expect(
      forced(
        sql`status = null, ended_with = null, decided_by = null, decided_at = null, remark = null`,
        'wrong_copy',
      ),
    ).rejects.toMatchObject({ constraint: 'reprint_requests__ended_stays' });
  });
});
