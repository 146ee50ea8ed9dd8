import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { draftEntry, reprintEntry } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';

const desk = await openCertificateDesk({ isShared: true, ahead: 7 });
const turns = process.env.LONG_FORMS ? 12 : 4;

describe('at once', () => {
  test('of several people one reopens', async () => {
    const { applicationId } = await desk.printed();
    const second = await desk.portal.as('admin');
    const outcomes = await Promise.allSettled(
      [desk.colleague, desk.admin, second, desk.colleague].map((person) => reopen(person, applicationId)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason.code).toMatch(/^(applications\.reopened_already|records\.stale)$/);
  });

  test('reopening and preparing a run never both have the certificate', async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const { applicationId, certificateId, ...kind } = await desk.waiting();
      const [prepared, reopened] = await Promise.allSettled([
        desk.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
        reopen(desk.colleague, applicationId),
      ]);
      expect([prepared, reopened].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { state, withheldAt } = await desk.certificateOf(certificateId);
      expect(state === 'in_run').toBe(withheldAt === null);
      if (reopened!.status === 'rejected') expect(reopened!.reason.code).toBe('applications.in_print_run');
    }
  });

  test('reopening and deciding on a reprint leave no request open', async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const { applicationId, certificateId } = await desk.printed();
      const id = await requestReprint(desk.receiver, certificateId);
      const second = await reprintEntry(desk.receiver, certificateId);
      const [reopened] = await Promise.allSettled([
        reopen(desk.colleague, applicationId),
        desk.admin.api.reprints.approveReprint({ id, version: 1 }),
        desk.receiver.api.reprints.requestReprint(second),
      ]);
      expect(reopened).toMatchObject({ status: 'fulfilled' });
      expect((await desk.requestsOf(certificateId)).map(({ endedWith }) => endedWith)).toEqual(['reopened']);
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed', isReopened: true });
    }
  });

  longTest('reopening and a draft that comes back end in one of the two', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const draft = draftEntry();
      const { applicationId } = await desk.waiting({ drafts: [draft] });
      await Promise.allSettled([reopen(desk.colleague, applicationId), desk.returnDraft(draft.number)]);
      const { status, paidAmount } = await desk.applicationOf(applicationId);
      expect(paidAmount).toBe(0);
      expect(['returned', 'rejected']).toContain(status);
    }
  });
});

describe('the tables', () => {
  test('change nothing of what was verified, for the application’s role too', async () => {
    const { applicationId: id, certificateId, sheet } = await desk.printed();
    const { convocationNumber } = await desk.certificateOf(certificateId);
    const by = desk.receiver.actor.id;
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
        sql`update applications set status = 'returned', verified_by = null, verified_at = null, returned_by = ${desk.colleague.actor.id},
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
        sql`insert into reprint_requests (id, kind, cause, certificate_id, college_id, sheet_id, reason, requested_by, requested_desk, requested_at,
                                          status, decided_by, decided_at, state_before, candidate_name, exam_roll_number)
            select gen_random_uuid(), 'data_corrected', 'office', c.id, c.college_id, ${sheet.id}, 'Data corrected', ${by}, 'receiver', now(),
                   'approved', ${desk.caseWorker.actor.id}, now(), 'printed', 'x', 'x' from certificates c where c.id = ${certificateId}`,
        'reprint_requests__asked_by_corrector',
      ],
      [
        sql`insert into reprint_requests (id, cause, certificate_id, college_id, sheet_id, reason, requested_by, requested_desk, requested_at,
                                          candidate_name, exam_roll_number)
            select gen_random_uuid(), 'candidate', c.id, c.college_id, ${sheet.id}, 'Smudged', ${by}, 'receiver', now(), 'x', 'x'
              from certificates c where c.id = ${certificateId}`,
        'reprint_requests__photo_of_wrong_copy',
      ],
    ] as const)
      await expect(desk.execute(statement), constraint).rejects.toMatchObject({ constraint });
    expect((await desk.certificateOf(certificateId)).convocationNumber).toBe(convocationNumber);
  });

  test('take a reopening only as the command makes it, and keep it', async () => {
    const { applicationId: id, ...kind } = await desk.waiting();
    const insert = (by: string, verifiedBy: string | null, more = sql``) => sql`
      insert into reopenings (id, application_id, reason, remark, reopened_by, reopened_at, verified_by, verified_at)
      select gen_random_uuid(), p.id, 'name', null, ${by}, now(), ${verifiedBy},
             case when ${verifiedBy}::uuid is not null then p.verified_at end from applications p where p.id = ${id} ${more}`;
    const verifier = desk.caseWorker.actor.id;
    for (const [by, verifiedBy, constraint] of [
      [verifier, verifier, 'reopenings__not_by_verifier'],
      [desk.receiver.actor.id, verifier, 'reopenings__by_no_contributor'],
      [desk.colleague.actor.id, null, 'reopenings__of_verified'],
      // The application stays verified.
      [desk.colleague.actor.id, verifier, 'reopenings__open_is_not_verified'],
    ] as const)
      await expect(desk.execute(insert(by, verifiedBy)), constraint).rejects.toMatchObject({ constraint });
    const { id: runId } = await desk.printer.api.printRuns.preparePrintRun(choiceOf(kind));
    await expect(desk.execute(insert(desk.colleague.actor.id, verifier))).rejects.toMatchObject({
      constraint: 'reopenings__not_in_run',
    });
    await desk.printer.api.printRuns.withdrawPrintRun({ id: runId, version: 1 });

    await reopen(desk.colleague, id);
    const here = sql`application_id = ${id}`;
    await expect(
      desk.execute(sql`update reopenings set reason = 'photo' where ${here}`),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await expect(desk.execute(sql`delete from reopenings where ${here}`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      desk.execute(
        sql`update reopenings set verified_again_by = ${verifier}, verified_again_at = now() where ${here}`,
      ),
    ).rejects.toMatchObject({ constraint: 'reopenings__ended_by_verification' });
    await correct(desk.receiver, id);
    await expect(
      desk.execute(
        sql`update applications set status = 'verified', verified_by = ${verifier}, verified_at = now() where id = ${id}`,
      ),
    ).rejects.toMatchObject({
      constraint: expect.stringMatching(
        /applications__verified_ends_reopening|certificates__withheld_unless_verified/,
      ),
    });
    await verify(desk.caseWorker, id);
    await expect(
      desk.execute(sql`update reopenings set verified_again_at = now() where ${here}`),
    ).rejects.toMatchObject({ constraint: 'reopenings__stay' });
  });

  test('let no request of corrected data be taken back', async () => {
    const { applicationId, certificateId } = await desk.printed();
    await requestReprint(desk.colleague, certificateId);
    await desk.correctedAgain(applicationId);
    const forced = (set: ReturnType<typeof sql>, kind: string) =>
      desk.execute(
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
