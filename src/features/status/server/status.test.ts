import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { closeRun, createPrintRoom } from '#dev/testing/print-room.ts';
import { correct, reopen } from '#dev/testing/reopening.ts';
import { printedCertificate, startRunOf, waitingCertificate } from '#dev/testing/reprinting.ts';
import { unique } from '#dev/testing/unique.ts';
import { dayInIndia } from '#shared/format.ts';

const portal = await filePortal();
const room = await createPrintRoom(portal);
const caseWorker = room.caseWorker;
const office = await createOffice(portal);

/** With consent to be told, and the address to tell it to. */
function consenting() {
  return { email: `candidate-${unique()}@mail.example`, contactNotice: 1 } as const;
}

async function slipOf(id: string) {
  const { acknowledgementNumber, examRollNumber } = await caseWorker.api.applications.getApplication({ id });
  return { acknowledgement: String(acknowledgementNumber), roll: examRollNumber };
}

async function statusOf(id: string) {
  return portal.anonymous.api.status.findApplicationStatus(await slipOf(id));
}

/** Subjects of what the candidate was mailed, without the number, oldest first; what a newer one replaced is not there. */
async function mailsTo(recipient: string) {
  const mails = await portal.services.db
    .selectFrom('outbox')
    .where('recipient', '=', recipient)
    .where('given_up_at', 'is', null)
    .select(['subject', 'body'])
    .orderBy('created_at')
    .execute();
  return mails.map(({ subject, body }) => ({ subject: subject.replace(/Application \d+:? /, ''), body }));
}

/** The remark names somebody, and goes to nobody outside. */
const remark = 'Asha Rao came in person';

function returned(id: string, version = 1) {
  return caseWorker.api.applications.returnApplication({
    id,
    version,
    reasons: ['photo', 'name'],
    remark,
  });
}

describe('a candidate with both numbers of the slip', () => {
  test('sees that it was received, and from when it is promised; a consenting one is mailed so', async () => {
    const contact = consenting();
    const id = await receiveApplication(room.receiver, office, contact);
    const { promised_on } = await portal.services.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select('promised_on')
      .executeTakeFirstOrThrow();
    expect(await statusOf(id)).toEqual({ state: 'received', promisedOn: promised_on });
    const [mail] = await mailsTo(contact.email);
    expect(mail?.subject).toBe('was received');
    const { acknowledgement, roll } = await slipOf(id);
    expect(mail?.body).toContain(`/status?a=${acknowledgement.padStart(6, '0')}&r=${roll}`);
  });

  test('sees why it was returned, without the remark; the newest mail takes the place of what waits', async () => {
    const contact = consenting();
    const id = await receiveApplication(room.receiver, office, contact);
    await returned(id);
    expect(await statusOf(id)).toEqual({ state: 'returned', reasons: ['photo', 'name'] });
    const mails = await mailsTo(contact.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['needs your attention']);
    expect(mails[0]!.body).toContain('- Photo cannot be used');
    expect(mails[0]!.body).not.toContain('Asha Rao');
    await caseWorker.api.applications.takeBackDecision({ id, version: 2 });
    expect((await mailsTo(contact.email)).map(({ subject }) => subject)).toEqual(['goes on']);
  });

  test('sees what is still to be paid', async () => {
    const contact = consenting();
    const short = { ...contact, drafts: [draftEntry({ amount: 500 })] };
    const id = await receiveApplication(room.receiver, office, short);
    await caseWorker.api.applications.rejectApplication({ id, version: 1, reason: 'short_fee', remark });
    expect(await statusOf(id)).toEqual({ state: 'fee_short', pendingAmount: 200 });
    expect((await mailsTo(contact.email)).map(({ subject }) => subject)).toEqual(['the fee is short']);
  });

  test('sees it ready once the run is closed, and sent with its tracking number', async () => {
    const contact = consenting();
    const waiting = await waitingCertificate(portal, room, office, contact);
    const { applicationId, certificateId } = waiting;
    expect(await statusOf(applicationId)).toMatchObject({ state: 'verified' });
    const { id } = await startRunOf(portal, room.printer, waiting);
    expect(await statusOf(applicationId)).toMatchObject({ state: 'printing' });
    const { sheets } = await room.printer.api.printRuns.getPrintRun({ id });
    await room.printer.api.printRuns.recordSheets({
      id,
      outcomes: [{ sheetId: sheets[0]!.id, outcome: 'good' }],
    });
    expect(await statusOf(applicationId)).toEqual({ state: 'ready' });
    expect((await mailsTo(contact.email)).map(({ subject }) => subject)).toEqual(['was received']);
    await closeRun(room.printer, id);
    expect((await mailsTo(contact.email)).at(-1)?.subject).toBe('your certificate is ready to collect');
    const { version } = await room.receiver.api.certificates.getCertificate({ id: certificateId });
    const sent = { carrier: 'India Post', trackingNumber: 'EK123456789IN', postedOn: dayInIndia(new Date()) };
    await room.receiver.api.certificates.postCertificate({ id: certificateId, version, ...sent });
    expect(await statusOf(applicationId)).toEqual({
      state: 'sent',
      sentOn: sent.postedOn,
      carrier: sent.carrier,
      trackingNumber: sent.trackingNumber,
    });
    const mail = (await mailsTo(contact.email)).at(-1);
    expect(mail?.subject).toBe('your certificate was sent');
    expect(mail?.body).toContain(sent.trackingNumber);
    await room.receiver.api.certificates.takeBackHandOver({ id: certificateId, version: version + 1 });
    expect(await statusOf(applicationId)).toEqual({ state: 'ready' });
    expect((await mailsTo(contact.email)).at(-1)?.subject).toBe('your certificate is still at the office');
  });
});

describe('a printed certificate that is withheld', () => {
  test('waits for what has to be corrected', async () => {
    const { applicationId: id } = await printedCertificate(portal, room, office);
    await reopen(await portal.as('case_worker'), id);
    expect(await statusOf(id)).toEqual({ state: 'returned', reasons: ['name'] });
    await correct(room.receiver, id, { candidateName: 'Meera Kulkarni' });
    expect((await statusOf(id)).state).toBe('received');
  });

  test('waits for the fee of a draft that the bank returned', async () => {
    const draft = draftEntry();
    const { applicationId: id } = await printedCertificate(portal, room, office, { drafts: [draft] });
    expect(await statusOf(id)).toEqual({ state: 'ready' });
    const admin = await portal.as('admin');
    const [row] = (await admin.api.demandDrafts.listDrafts({ search: draft.number })).rows;
    await admin.api.fees.returnDraft({ id: row!.id, version: row!.version, reason: 'signature' });
    expect(await statusOf(id)).toEqual({ state: 'fee_short', pendingAmount: draft.amount });
  });
});

test('who did not consent, or took the consent back before the mail went, is not mailed', async () => {
  const silent = await receiveApplication(room.receiver, office);
  await returned(silent);
  const contact = consenting();
  const withdrawn = await receiveApplication(room.receiver, office, contact);
  expect(await mailsTo(contact.email)).toHaveLength(1);
  await room.receiver.api.applications.withdrawContactConsent({ id: withdrawn, version: 1 });
  expect(await mailsTo(contact.email)).toHaveLength(0);
  await returned(withdrawn, 2);
  expect(await mailsTo(contact.email), 'nor of anything that comes later').toHaveLength(0);
  const about = portal.services.db.selectFrom('outbox').where('topic', '=', silent).selectAll();
  expect(await about.execute()).toHaveLength(0);
});

describe('a stranger', () => {
  test('is told the same of a wrong pair and of numbers that were never given', async () => {
    const id = await receiveApplication(room.receiver, office);
    const { acknowledgement, roll } = await slipOf(id);
    const ask = portal.anonymous.api.status.findApplicationStatus;
    expect(await ask({ acknowledgement, roll: `${roll}1` })).toEqual({ state: 'unknown' });
    expect(await ask({ acknowledgement: '99999999', roll })).toEqual({ state: 'unknown' });
    expect(await ask({ acknowledgement: `ACK${acknowledgement}`, roll: ` ${roll} ` })).toMatchObject({
      state: 'received',
    });
  });

  test.each(['NO 24(A)', 'NO. 17.'])(
    'is told by the roll number %s as it is recorded',
    async (examRollNumber) => {
      const id = await receiveApplication(room.receiver, office, { examRollNumber });
      expect(await statusOf(id)).toMatchObject({ state: 'received' });
    },
  );

  test('asks 120 times in ten minutes, together with /verify', async () => {
    const question = { acknowledgement: '1', roll: 'x' };
    const stranger = portal.anonymous.api;
    const one = () => stranger.status.findApplicationStatus(question);
    // Nobody has this number.
    for (let count = 0; count < 120; count += 1) await one().catch(() => null);
    await expectDomainError(one(), 'request.too_many');
    await expectDomainError(
      stranger.verification.verifyCertificate({ number: '2025/000001', code: '7K3MQ-X2P9A' }),
      'request.too_many',
    );
  });
});
