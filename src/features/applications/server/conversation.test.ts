import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { constraintOf, expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import { newestMail } from '#dev/testing/portal.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';

const desk = await openCertificateDesk();
const { portal, office, receiver, caseWorker, colleague } = desk;
const remark = 'The marks card says Geetha S Agarwal.';

/** Returned for photo and name. */
let id: string;
beforeEach(async () => {
  id = await receiveApplication(receiver, office, { candidateName: 'Geetha Agarwal' });
  await caseWorker.api.applications.returnApplication({
    id,
    version: 1,
    reasons: ['photo', 'name'],
    remark,
  });
});

const corrected = (reason: string) => ({ reason, answer: 'corrected' as const, remark: '' });
const left = (reason: string, why: string) => ({ reason, answer: 'left' as const, remark: why });

async function newPhoto(): Promise<string> {
  return ((await (await uploadFile(receiver, 'photo')).json()) as { id: string }).id;
}

/** What everybody reads of the case, the oldest first. */
async function conversationOf(applicationId = id) {
  return (await desk.applicationOf(applicationId)).conversation;
}

describe('a correction', () => {
  test('that leaves a named reason untouched asks, and nothing is written meanwhile', async () => {
    const change = { candidateName: 'Geetha S Agarwal' };
    for (const answers of [[], [corrected('name')], [corrected('name'), corrected('photo')]]) {
      const refusal = await expectDomainError(
        correct(receiver, id, { ...change, answers }),
        'applications.reasons_open',
      );
      expect(refusal.data, JSON.stringify(answers)).toMatchObject({
        reasons: answers.length === 0 ? ['photo', 'name'] : ['photo'],
      });
    }
    expect(await desk.applicationOf(id)).toMatchObject({
      status: 'returned',
      version: 2,
      candidateName: 'Geetha Agarwal',
    });
    await expectDomainError(
      correct(receiver, id, { ...change, answers: [corrected('name'), left('photo', ' ')] }),
      'request.invalid',
    );
    await correct(receiver, id, { ...change, answers: [corrected('name'), left('photo', 'It is clear.')] });
    expect(await desk.applicationOf(id)).toMatchObject({ status: 'received', ...change });
  });

  test('that only releases a draft has replaced no receipt', async () => {
    const drafts = [draftEntry({ amount: 500 }), draftEntry({ amount: 200 })];
    const paid = await receiveApplication(receiver, office, { drafts });
    await caseWorker.api.applications.returnApplication({ id: paid, version: 1, reasons: ['receipt'] });
    const concession = { amount: 200, reason: 'merit', authority: 'Order 9 of 1 June' };
    const change = { concession, totalAmount: 500 };
    await expectDomainError(
      correct(receiver, paid, { ...change, answers: [corrected('receipt')] }),
      'applications.reasons_open',
    );
    await correct(receiver, paid, { ...change, answers: [left('receipt', 'It can be read.')] });
    expect((await desk.applicationOf(paid)).allocations).toHaveLength(1);
    const { changes } = (await conversationOf(paid)).at(-1)!;
    expect(changes.map(({ field }) => field).toSorted()).toEqual([
      'concessionAmount',
      'drafts',
      'totalAmount',
    ]);
  });

  test('of something that no field holds is answered by hand', async () => {
    const other = await receiveApplication(receiver, office);
    await caseWorker.api.applications.returnApplication({
      id: other,
      version: 1,
      reasons: ['other'],
      remark,
    });
    await expectDomainError(correct(receiver, other, { answers: [] }), 'applications.reasons_open');
    await correct(receiver, other, { answers: [corrected('other')] });
    expect((await conversationOf(other)).at(-1)).toMatchObject({ answers: [corrected('other')] });
  });
});

describe('the conversation of a case', () => {
  test('has return, correction and decision, with what was changed and what was not', async () => {
    await correct(receiver, id, {
      candidateName: 'Geetha S Agarwal',
      answers: [corrected('name'), left('photo', 'It is clear.')],
    });
    await verify(colleague, id);
    const entries = await conversationOf();
    expect(entries).toMatchObject([
      { act: 'returned', by: caseWorker.actor.name, reasons: ['photo', 'name'], remark },
      {
        act: 'corrected',
        by: receiver.actor.name,
        answers: [corrected('name'), left('photo', 'It is clear.')],
        changes: [{ field: 'candidateName', before: 'Geetha Agarwal', after: 'Geetha S Agarwal' }],
      },
      { act: 'verified', by: colleague.actor.name },
    ]);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
  });

  test('stands on the verify screen of the corrected case, for whoever looks at it next', async () => {
    await correct(receiver, id, {
      candidateName: 'Geetha S Agarwal',
      photoFileId: await newPhoto(),
      answers: [corrected('name'), corrected('photo')],
    });
    for (const caller of [caseWorker, colleague]) {
      const { application } = await caller.api.caseDesk.getCase({ id });
      expect(application.conversation).toEqual(await conversationOf());
      expect(application.conversation[1]!.changes.map(({ field }) => field).toSorted()).toEqual([
        'candidateName',
        'photoFileId',
      ]);
    }
  });

  test('keeps every reason of a second return, of a rejection and of a reopening', async () => {
    await correct(receiver, id, { candidateName: 'Geetha S Agarwal' });
    await colleague.api.applications.returnApplication({ id, version: 3, reasons: ['photo'] });
    await correct(receiver, id, { photoFileId: await newPhoto() });
    await verify(colleague, id);
    await reopen(caseWorker, id, { reason: 'course', remark: 'It is MECH.' });
    expect((await conversationOf()).map(({ act, reasons }) => [act, reasons])).toEqual([
      ['returned', ['photo', 'name']],
      ['corrected', []],
      ['returned', ['photo']],
      ['corrected', []],
      ['verified', []],
      ['reopened', ['course']],
    ]);
    const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    await caseWorker.api.applications.rejectApplication({ id: short, version: 1, reason: 'stale_draft' });
    expect(await conversationOf(short)).toMatchObject([
      { act: 'rejected', reasons: ['stale_draft'], by: caseWorker.actor.name },
    ]);
  });

  test('is stored for good: the application’s role changes and deletes no entry', async () => {
    await correct(receiver, id, { candidateName: 'Geetha S Agarwal' });
    for (const statement of [
      sql`update conversation_entries set remark = 'Else' where application_id = ${id}`,
      sql`delete from conversation_entries where application_id = ${id}`,
    ])
      await expect(desk.execute(statement)).rejects.toThrow(/permission denied|conversation_entries__/);
    expect(await conversationOf()).toHaveLength(2);
  });
});

describe('the database', () => {
  const entry = (columns: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
    sql`insert into conversation_entries (id, application_id, at, ${columns})
      values (gen_random_uuid(), ${id}, now(), ${values})`;
  const person = caseWorker.actor.id;

  test('takes no word that nobody said, gave no reason for, or that does not fit its act', async () => {
    const refused: Record<string, RawBuilder<unknown>> = {
      is_signed: entry(sql`act, reasons`, sql`'returned', '{name}'`),
      reasons_given: entry(sql`act, staff_id`, sql`'rejected', ${person}`),
      act_known: entry(sql`act, staff_id`, sql`'whispered', ${person}`),
      answered_by_correction: entry(
        sql`act, staff_id, reasons, answers`,
        sql`'returned', ${person}, '{name}', '[{"reason": "name"}]'`,
      ),
      taken_back_complete: sql`update conversation_entries set taken_back_at = now() where application_id = ${id}`,
      taken_back_by_actor: sql`update conversation_entries set taken_back_at = now(), taken_back_by = ${receiver.actor.id}
        where application_id = ${id}`,
      taken_back_in_time: sql`update conversation_entries set taken_back_at = at + interval '11 minutes',
        taken_back_by = staff_id where application_id = ${id}`,
      taken_back_decision: entry(
        sql`act, staff_id, taken_back_by, taken_back_at`,
        sql`'verified', ${person}, ${person}, now()`,
      ),
    };
    for (const [name, statement] of Object.entries(refused))
      expect(await constraintOf(desk.execute(statement))).toBe(`conversation_entries__${name}`);
  });

  test('takes a return back once only', async () => {
    await caseWorker.api.applications.takeBackDecision({ id, version: 2 });
    const again = sql`update conversation_entries set taken_back_at = null, taken_back_by = null where application_id = ${id}`;
    expect(await constraintOf(desk.execute(again))).toBe('conversation_entries__stay');
  });

  test('moves no case on without the words for it', async () => {
    const set = (columns: RawBuilder<unknown>, one = id) =>
      constraintOf(desk.execute(sql`update applications set ${columns} where id = ${one}`));
    expect(await set(sql`status = 'received'`)).toBe('applications__return_is_answered');
    const other = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    const returned = sql`status = 'returned', returned_by = ${person}, returned_at = now(), return_reasons = '{name}'`;
    expect(await set(returned, other)).toBe('applications__return_is_said');
    const rejected = sql`status = 'rejected', rejected_by = ${person}, rejected_at = now(),
      rejection_cause = 'fee_short', rejection_reason = 'short_fee', rejection_remark = ''`;
    expect(await set(rejected, other)).toBe('applications__rejection_is_said');
  });
});

test('the college does not read what was taken back', async () => {
  const to = 'principal@college.example';
  const other = await receiveApplication(receiver, office);
  const decide = (version: number, reason: string) =>
    caseWorker.api.applications.returnApplication({ id: other, version, reasons: [reason] });
  await decide(1, 'photo');
  await caseWorker.api.applications.takeBackDecision({ id: other, version: 2 });
  await portal.services.db
    .updateTable('colleges')
    .set({ email: to })
    .where('id', '=', office.collegeId)
    .execute();
  await decide(3, 'name');
  const { body } = await newestMail(portal.services, to);
  expect(body).toContain('Name differs from the marks card');
  expect(body).not.toContain('Photo cannot be used');
});

test('the college reads what is answered beside what was asked, once the case is decided', async () => {
  const to = 'dean@college.example';
  await portal.services.db
    .updateTable('colleges')
    .set({ email: to })
    .where('id', '=', office.collegeId)
    .execute();
  await correct(receiver, id, {
    candidateName: 'Geetha S Agarwal',
    answers: [corrected('name'), left('photo', 'It is clear.')],
  });
  await colleague.api.applications.returnApplication({ id, version: 3, reasons: ['photo'] });
  const { body } = await newestMail(portal.services, to);
  for (const part of [
    '- Photo cannot be used',
    'Geetha Agarwal',
    'Geetha S Agarwal',
    'It is clear.',
    caseWorker.actor.name,
  ])
    expect(body).toContain(part);
});
