import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { collegeEntry, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { seeded } from '#dev/testing/random.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const seed = Number(process.env.TAKING_BACK_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const desk = await openCertificateDesk();
const { portal, office, receiver, caseWorker, colleague, admin, registrar, printer, auditor } = desk;

async function mailsTo(recipient: string) {
  return portal.services.db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
}

async function withCollegeEmail<Result>(email: string, act: () => Promise<Result>): Promise<Result> {
  const setEmail = (to: string | null) =>
    portal.services.db
      .updateTable('colleges')
      .set({ email: to })
      .where('id', '=', office.collegeId)
      .execute();
  await setEmail(email);
  try {
    return await act();
  } finally {
    await setEmail(null);
  }
}

/** As if the act was done so many seconds ago. */
async function age(table: string, column: string, key: string, seconds: number): Promise<void> {
  await runWithoutTriggers(
    portal,
    `update ${table} set ${column} = now() - interval '${seconds} seconds' where ${key}`,
  );
}

describe('a return', () => {
  async function returned(id?: string) {
    const one = id ?? (await receiveApplication(receiver, office, { candidateName: 'Asha Rao' }));
    const { version } = await caseWorker.api.applications.returnApplication({
      id: one,
      version: 1,
      reasons: ['photo'],
      remark: 'It is dark.',
    });
    return { id: one, version };
  }

  test('is taken back by who did it: the case waits again as before, and its reason is not lost', async () => {
    const id = await receiveApplication(receiver, office);
    const before = await desk.applicationOf(id);
    const decision = await returned(id);
    const offered = await caseWorker.api.applications.getApplication({ id });
    const until = Date.parse(offered.returnedAt!) + 10 * 60_000;
    expect(Date.parse(offered.takeBackUntil!)).toBe(until);
    expect((await colleague.api.applications.getApplication({ id })).takeBackUntil).toBeNull();

    await caseWorker.api.applications.takeBackDecision(decision);
    const after = await desk.applicationOf(id);
    expect(after).toMatchObject({
      status: 'received',
      receivedAt: before.receivedAt,
      returnedBy: null,
      takeBackUntil: null,
    });
    expect(after.conversation).toMatchObject([
      {
        act: 'returned',
        reasons: ['photo'],
        remark: 'It is dark.',
        takenBackBy: caseWorker.actor.name,
        takenBackAt: expect.any(String),
      },
    ]);
    const events = await desk.eventsOf('application', id);
    expect(events.map(({ event }) => event)).toEqual([
      'applications.decision_taken_back',
      'applications.returned',
      'applications.received',
    ]);
    expect(events[0]).toMatchObject({
      actorName: caseWorker.actor.name,
      before: { status: 'returned' },
      after: { status: 'received' },
    });
    await verify(colleague, id);
  });

  test('is nobody else’s to take back, in whatever role', async () => {
    const decision = await returned();
    for (const caller of [colleague, admin])
      await expectDomainError(caller.api.applications.takeBackDecision(decision), 'records.not_own_act');
    for (const caller of [receiver, printer, auditor])
      await expectDomainError(caller.api.applications.takeBackDecision(decision), 'auth.not_permitted');
    const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });
    await expectDomainError(outsider.api.applications.takeBackDecision(decision), 'applications.not_found');
    expect(await desk.applicationOf(decision.id)).toMatchObject({ status: 'returned' });
  });

  test(`is taken back for ten minutes and not for longer (seed ${seed})`, async () => {
    const early = await returned();
    await age('applications', 'returned_at', `id = '${early.id}'`, 540 - random(500));
    await caseWorker.api.applications.takeBackDecision(early);
    const late = await returned();
    await age('applications', 'returned_at', `id = '${late.id}'`, 605 + random(10_000));
    await expectDomainError(caseWorker.api.applications.takeBackDecision(late), 'records.too_late');
    expect(await caseWorker.api.applications.getApplication({ id: late.id })).toMatchObject({
      status: 'returned',
      takeBackUntil: null,
    });
  });

  test('stands once the receiver built on it, and against an older version', async () => {
    const { id, version } = await returned();
    await expectDomainError(
      caseWorker.api.applications.takeBackDecision({ id, version: version - 1 }),
      'records.stale',
    );
    const corrected = await correct(receiver, id, { candidateName: 'Asha S Rao' });
    await expectDomainError(
      caseWorker.api.applications.takeBackDecision({ id, ...corrected }),
      'records.built_on',
    );
    expect(await desk.applicationOf(id)).toMatchObject({ candidateName: 'Asha S Rao', status: 'received' });
  });

  test('that was mailed is followed by a second mail that says so; one that was not is not', async () => {
    const to = 'second-mail@college.example';
    const id = await withCollegeEmail(to, async () => {
      const decision = await returned();
      await caseWorker.api.applications.takeBackDecision(decision);
      return decision.id;
    });
    const { acknowledgementNumber } = await desk.applicationOf(id);
    const mails = await mailsTo(to);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.subject).toContain(String(acknowledgementNumber));
    expect(mails[1]!.body).toMatch(/taken back/);
    const decision = await returned();
    await withCollegeEmail(to, () => caseWorker.api.applications.takeBackDecision(decision));
    expect(await mailsTo(to)).toHaveLength(2);
  });

  test('that was not mailed is followed by none, though one before it was', async () => {
    const to = 'earlier-mail@college.example';
    const { id } = await withCollegeEmail(to, () => returned());
    await correct(receiver, id);
    const { version } = await caseWorker.api.applications.returnApplication({
      id,
      version: 3,
      reasons: ['name'],
    });
    await withCollegeEmail(to, () => caseWorker.api.applications.takeBackDecision({ id, version }));
    expect(await mailsTo(to)).toHaveLength(1);
  });

  test('of two at once, or twice, one is done: a return as well as what takes it back', async () => {
    const id = await receiveApplication(receiver, office);
    const decision = { id, version: 1, reasons: ['photo'] };
    const done = async (acts: Promise<unknown>[]) =>
      (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled').length;
    const { returnApplication, takeBackDecision } = caseWorker.api.applications;
    expect(await done([returnApplication(decision), returnApplication(decision)])).toBe(1);
    expect(await done([takeBackDecision({ id, version: 2 }), takeBackDecision({ id, version: 2 })])).toBe(1);
    expect((await desk.applicationOf(id)).conversation).toHaveLength(1);
  });

  test('that a reopening made is not one: it is nobody’s to take back', async () => {
    const { applicationId: id } = await desk.waiting();
    await reopen(colleague, id);
    const reopened = await colleague.api.applications.getApplication({ id });
    expect(reopened).toMatchObject({ status: 'returned', takeBackUntil: null });
    await expectDomainError(
      colleague.api.applications.takeBackDecision({ id, version: reopened.version }),
      'records.built_on',
    );
  });
});

test('a rejection is taken back, with the money as it was, and a verification never', async () => {
  const id = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
  const { version } = await caseWorker.api.applications.rejectApplication({ id, version: 1 });
  await caseWorker.api.applications.takeBackDecision({ id, version });
  expect(await desk.applicationOf(id)).toMatchObject({
    status: 'received',
    rejectedBy: null,
    paidAmount: 500,
    pendingAmount: 200,
    conversation: [{ act: 'rejected', reasons: ['short_fee'], takenBackBy: caseWorker.actor.name }],
  });
  const { applicationId } = await desk.waiting();
  const verified = await caseWorker.api.applications.getApplication({ id: applicationId });
  expect(verified.takeBackUntil).toBeNull();
  await expectDomainError(
    caseWorker.api.applications.takeBackDecision({ id: applicationId, version: verified.version }),
    'records.built_on',
  );
});

describe('a hand-over', () => {
  async function handedOver() {
    const { certificateId: id } = await desk.printed();
    await desk.handOver(id);
    const { version } = await desk.certificateOf(id);
    return { id, version };
  }

  test('is taken back by who did it: the sheet is in the office again and can leave once more', async () => {
    const one = await handedOver();
    const left = await desk.certificateOf(one.id);
    await expectDomainError(admin.api.certificates.takeBackHandOver(one), 'records.not_own_act');
    await receiver.api.certificates.takeBackHandOver(one);
    expect(await desk.certificateOf(one.id)).toMatchObject({
      state: 'printed',
      handOver: null,
      blankSerial: left.blankSerial,
      convocationNumber: left.convocationNumber,
    });
    expect((await desk.eventsOf('certificate', one.id))[0]).toMatchObject({
      event: 'certificates.hand_over_taken_back',
      actorName: receiver.actor.name,
      before: { collectedBy: 'Asha Rao', identitySeen: 'passport' as const },
    });
    const outside = async () => {
      const { books } = await auditor.api.books.getBooks({ at: new Date().toISOString() });
      const prints = books.find(({ name }) => name === 'prints')!.figures;
      return prints.find(({ group }) => group === 'hand_overs')?.count ?? 0;
    };
    const before = await outside();
    await desk.handOver(one.id);
    expect(await desk.certificateOf(one.id)).toMatchObject({ state: 'handed_over' });
    expect(await outside()).toBe(before + 1);
    const { version } = await desk.certificateOf(one.id);
    await receiver.api.certificates.takeBackHandOver({ id: one.id, version });
    expect(await outside(), 'the books count no hand-over that was taken back').toBe(before);
    await desk.handOver(one.id);
    expect(await outside()).toBe(before + 1);
  });

  test('stands after ten minutes, and once a reprint of it is asked for', async () => {
    const late = await handedOver();
    await age('certificates', 'handed_over_at', `id = '${late.id}'`, 660);
    const ofIt = `sheet_id in (select id from sheets where certificate_id = '${late.id}')`;
    await age('hand_overs', 'handed_over_at', ofIt, 660);
    await expectDomainError(receiver.api.certificates.takeBackHandOver(late), 'records.too_late');
    const built = await handedOver();
    await requestReprint(receiver, built.id);
    const { version } = await desk.certificateOf(built.id);
    await expectDomainError(
      receiver.api.certificates.takeBackHandOver({ id: built.id, version }),
      'records.built_on',
    );
    expect(await desk.certificateOf(built.id)).toMatchObject({ state: 'handed_over' });
  });
});

test('how a certificate left stays once it is revoked, in the database, too', async () => {
  const { certificateId: id } = await desk.printed();
  await desk.handOver(id);
  await revoke(portal, id);
  const { version } = await desk.certificateOf(id);
  await expectDomainError(receiver.api.certificates.takeBackHandOver({ id, version }), 'records.built_on');
  await expect(
    desk.execute(
      sql`delete from hand_overs where sheet_id in (select id from sheets where certificate_id = ${id})`,
    ),
  ).rejects.toMatchObject({ constraint: 'hand_overs__none_built_on' });
});

test('an approval is offered back to who gave it, until a run has the certificate', async () => {
  const request = await desk.openRequest();
  await admin.api.reprints.approveReprint({ id: request.id, version: 1 });
  const own = await admin.api.reprints.getReprintRequest({ id: request.id });
  expect(Date.parse(own.takeBackUntil!)).toBe(Date.parse(own.decidedAt!) + 10 * 60_000);
  const others = await registrar.api.reprints.getReprintRequest({ id: request.id });
  expect(others.takeBackUntil).toBeNull();
  await desk.startRun(request);
  const bound = await admin.api.reprints.getReprintRequest({ id: request.id });
  expect(bound.takeBackUntil).toBeNull();
  await expectDomainError(
    admin.api.reprints.reopenReprint({ id: request.id, version: bound.version }),
    'reprints.in_run',
  );
});

test('a proposal is offered back to who made it, until somebody decided on it', async () => {
  const entry = collegeEntry();
  const { id } = await admin.api.colleges.addCollege(entry);
  const { proposalId } = await admin.api.colleges.editCollege({
    ...entry,
    convocationFee: 950,
    id,
    version: 1,
  });
  const read = (caller: typeof admin) => caller.api.proposals.getProposal({ id: proposalId! });
  expect((await read(admin)).takeBackUntil).not.toBeNull();
  expect((await read(registrar)).takeBackUntil).toBeNull();
  const decision = { id: proposalId!, version: 1 };
  await registrar.api.proposals.rejectProposal({ ...decision, remark: 'Not resolved.' });
  expect((await read(admin)).takeBackUntil).toBeNull();
  await expectDomainError(
    admin.api.proposals.takeBackProposal({ ...decision, version: 2 }),
    'proposals.decided',
  );
});
