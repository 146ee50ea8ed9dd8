import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import {
  applicationEntry,
  draftEntry,
  receiveApplication,
  stockBlanks,
  withReceipt,
} from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { choiceOf, officeWithPaper, startedRun } from '#dev/testing/print-room.ts';
import { describeFallenDraft } from '#features/demand-drafts/contract.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';

const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker, printer] = await portal.asEach(
  'admin',
  'receiver',
  'case_worker',
  'printer',
);
await stockBlanks(portal, office.paperId, 20);

async function findDraft(number: string) {
  const { rows } = await admin.api.demandDrafts.listDrafts({ search: number });
  return rows[0]!;
}

async function returnDraft(number: string, person = admin) {
  const { id, version } = await findDraft(number);
  return person.api.fees.returnDraft({ id, version, reason: 'signature', remark: 'Ask for a new one.' });
}

async function replaceDraft(number: string, brought: ReturnType<typeof draftEntry>) {
  const { id, version } = await findDraft(number);
  return admin.api.fees.replaceDraft({ id, version, draft: await withReceipt(admin, brought) });
}

async function getApplication(id: string) {
  return admin.api.applications.getApplication({ id });
}

async function verify(id: string) {
  const { version } = await getApplication(id);
  return caseWorker.api.applications.verifyApplication({ id, version });
}

/** One bulk draft that pays for several verified applications. */
async function verifiedByOneDraft(count: number, draft = draftEntry({ amount: 700 * count }), at = office) {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await receiveApplication(receiver, at, { drafts: [draft] });
    await verify(id);
    ids.push(id);
  }
  return { draft, ids };
}

async function findCertificate(applicationId: string) {
  const { convocationNumber } = await getApplication(applicationId);
  const { rows } = await admin.api.certificates.listCertificates({ search: convocationNumber! });
  return rows[0]!;
}

/** An application whose certificate is the only one that waits for its paper, and the draft that paid for it. */
async function verifiedOnOwnPaper() {
  const at = await officeWithPaper(portal, office, 5);
  const { draft, ids } = await verifiedByOneDraft(1, draftEntry(), at);
  return { at, draft, id: ids[0]! };
}

describe('a draft that the bank returned', () => {
  test('opens again everything that it paid for, and only that', async () => {
    const { draft, ids } = await verifiedByOneDraft(2, draftEntry({ amount: 2_600 }));
    const waiting = await receiveApplication(receiver, office, { drafts: [draft] });
    const split = await receiveApplication(receiver, office, {
      drafts: [draft, draftEntry({ amount: 200 })],
    });
    const other = await receiveApplication(receiver, office);
    await verify(other);
    expect(await returnDraft(draft.number)).toMatchObject({ rejected: 2 });
    for (const id of ids) {
      const application = await getApplication(id);
      expect(application).toMatchObject({
        status: 'rejected',
        paidAmount: 0,
        pendingAmount: 700,
        verifiedBy: null,
        rejectedBy: admin.actor.name,
        rejectionRemark: null,
      });
      expect(describeFallenDraft(application.fallenDraft!)).toBe(
        `Draft ${draft.number} of State Bank of India, Mysuru Main was returned by the bank: Signature missing or different. Ask for a new one.`,
      );
      expect(application.allocations).toMatchObject([
        { number: draft.number, allocatedAmount: 700, pays: false },
      ]);
      expect((await findCertificate(id)).withheldAt).not.toBeNull();
    }
    expect(await getApplication(waiting)).toMatchObject({ status: 'received', paidAmount: 0 });
    expect(await getApplication(split)).toMatchObject({ status: 'received', paidAmount: 200 });
    expect(await getApplication(other)).toMatchObject({ status: 'verified', paidAmount: 700 });
    expect(await findDraft(draft.number)).toMatchObject({
      state: 'returned_by_bank',
      returnReason: 'signature',
      returnRemark: 'Ask for a new one.',
    });
  });

  test('is recorded by an admin only, once, and not while it is on a slip that waits', async () => {
    const entry = await applicationEntry(receiver, office);
    await receiver.api.applications.receiveApplication(entry);
    const { number } = entry.drafts[0]!;
    for (const role of ['receiver', 'case_worker', 'auditor', 'printer'] as const)
      await expectDomainError(returnDraft(number, await portal.as(role)), 'auth.not_permitted');
    const { id } = await findDraft(number);
    const slip = await admin.api.depositSlips.prepareDepositSlip({
      draftIds: [id],
      account: 'Fee account 1234',
      bankBranch: 'Mysuru',
    });
    await expectDomainError(returnDraft(number), 'demand_drafts.on_slip');
    await expectDomainError(
      admin.api.fees.returnDraft({ id, version: 1, reason: 'other', remark: ' ' }),
      'request.invalid',
    );
    await admin.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn: today });
    await expectDomainError(
      admin.api.fees.returnDraft({ id, version: 1, reason: 'stale', remark: '' }),
      'records.stale',
    );
    await returnDraft(number);
    await expectDomainError(returnDraft(number), 'demand_drafts.already_returned');
  });

  test('may be recorded by whoever received the application: that decides nothing', async () => {
    const id = await receiveApplication(admin, office);
    await verify(id);
    await returnDraft((await getApplication(id)).draftNumbers);
    expect(await getApplication(id)).toMatchObject({ status: 'rejected', rejectedBy: admin.actor.name });
  });
});

describe('the certificate of an application whose draft came back', () => {
  test('is not printed until the fee is paid and a person verified it again; it keeps its number', async () => {
    const { at, draft, id } = await verifiedOnOwnPaper();
    const prepare = () => printer.api.printRuns.preparePrintRun(choiceOf(at));
    const before = await findCertificate(id);
    await returnDraft(draft.number);
    await expectDomainError(prepare(), 'print_runs.too_few_waiting');
    const waiting = await printer.api.certificates.listCertificates({ stage: 'waiting' });
    expect(waiting.rows.map((row) => row.id)).not.toContain(before.id);

    const rejected = await getApplication(id);
    await receiver.api.applications.correctApplication({
      ...rejected,
      candidateNameNative: '',
      guideName: '',
      photoFileId: rejected.photo.id,
      drafts: [await withReceipt(receiver, draftEntry())],
    });
    expect(await getApplication(id)).toMatchObject({ status: 'received', pendingAmount: 0 });
    await expectDomainError(prepare(), 'print_runs.too_few_waiting');
    expect((await verify(id)).convocationNumber).toBe(before.convocationNumber);
    expect(await findCertificate(id)).toMatchObject({
      id: before.id,
      state: 'to_print',
      withheldAt: null,
    });
    await prepare();
  });

  test('goes on in its run: a good sheet is printed and flagged, and not handed over', async () => {
    const { at, draft, id: applicationId } = await verifiedOnOwnPaper();
    const { id } = await findCertificate(applicationId);
    const run = await startedRun(portal, printer, at);
    await returnDraft(draft.number);
    await printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheets[0]!.id, outcome: 'good' }],
    });
    const printed = await findCertificate(applicationId);
    expect(printed).toMatchObject({ state: 'printed' });
    expect(printed.withheldAt).not.toBeNull();
    await expectDomainError(
      receiver.api.certificates.handOverCertificate({
        id,
        version: printed.version,
        collectedBy: 'The candidate',
        identitySeen: 'passport',
      }),
      'certificates.withheld',
    );
    const auditor = await portal.as('auditor');
    const flagged = await auditor.api.certificates.listCertificates({ stage: 'flagged' });
    expect(flagged.rows.map((row) => row.id)).toContain(id);
    expect((await auditor.api.certificates.countCertificates({ stage: 'flagged' })).count).toBe(
      flagged.rows.length,
    );
  });

  test('goes back to the queue when its sheet is spoilt, and waits there', async () => {
    const { at, draft, id } = await verifiedOnOwnPaper();
    const run = await startedRun(portal, printer, at);
    await returnDraft(draft.number);
    await printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheets[0]!.id, outcome: 'spoilt', reason: 'Jam' }],
    });
    const spoilt = await findCertificate(id);
    expect(spoilt).toMatchObject({ state: 'to_print' });
    expect(spoilt.withheldAt).not.toBeNull();
    await expectDomainError(
      printer.api.printRuns.preparePrintRun(choiceOf(at)),
      'print_runs.too_few_waiting',
    );
  });
});

describe('a replacement', () => {
  test('pays for the same applications in their order, as far as it goes', async () => {
    const { draft, ids } = await verifiedByOneDraft(3);
    await returnDraft(draft.number);
    const brought = draftEntry({ amount: 1_600 });
    const done = await replaceDraft(draft.number, brought);
    expect(done).toMatchObject({ allocated: 1_600, balance: 0 });
    const now = await Promise.all(ids.map(getApplication));
    expect(now.map(({ status, paidAmount }) => [status, paidAmount])).toEqual([
      ['received', 700],
      ['received', 700],
      ['rejected', 200],
    ]);
    expect(now[0]!.allocations.map(({ number, pays }) => [number, pays])).toEqual([
      [draft.number, false],
      [brought.number, true],
    ]);
    expect(await findDraft(draft.number)).toMatchObject({ replacedByNumber: brought.number });
    const replacement = await admin.api.demandDrafts.getDraft({ id: done.replacementId });
    expect(replacement.replaces).toMatchObject([{ number: draft.number }]);
    const { convocationNumber } = now[0]!;
    expect((await verify(ids[0]!)).convocationNumber).toBe(convocationNumber);
    await expectDomainError(replaceDraft(draft.number, draftEntry()), 'demand_drafts.replaced');
  });

  test('leaves alone what was paid otherwise meanwhile', async () => {
    const entry = await applicationEntry(receiver, office);
    const { id } = await receiver.api.applications.receiveApplication(entry);
    await verify(id);
    await returnDraft(entry.drafts[0]!.number);
    const rejected = await getApplication(id);
    await receiver.api.applications.correctApplication({
      ...entry,
      id,
      version: rejected.version,
      drafts: [await withReceipt(receiver, draftEntry())],
    });
    const done = await replaceDraft(entry.drafts[0]!.number, draftEntry());
    expect(done).toMatchObject({ allocated: 0, balance: 700 });
    expect(await getApplication(id)).toMatchObject({ status: 'received', paidAmount: 700 });
  });

  test('is of the same college, in date, and only of a returned or stale draft', async () => {
    const entry = await applicationEntry(receiver, office);
    await receiver.api.applications.receiveApplication(entry);
    const { number } = entry.drafts[0]!;
    await expectDomainError(replaceDraft(number, draftEntry()), 'demand_drafts.not_replaceable');
    await returnDraft(number);
    const foreign = draftEntry();
    await receiveApplication(receiver, office, { collegeId: office.otherCollegeId, drafts: [foreign] });
    await expectDomainError(replaceDraft(number, foreign), 'demand_drafts.other_college');
    await expectDomainError(replaceDraft(number, entry.drafts[0]!), 'demand_drafts.not_usable');
    const old = await expectDomainError(
      replaceDraft(number, draftEntry({ drawnOn: addMonths(today, -4) })),
      'request.invalid',
    );
    expect(issuesOf(old)[0]!.path).toBe('draft.drawnOn');
  });

  test('of a stale draft keeps the verifications that it covers, and rejects the others', async () => {
    const { draft, ids } = await verifiedByOneDraft(
      2,
      draftEntry({ amount: 1_400, drawnOn: addMonths(today, -2) }),
    );
    const before = await Promise.all(ids.map(getApplication));
    await markStaleDrafts(portal.services, new Date(Date.parse(`${addMonths(today, 2)}T00:00:00Z`)));
    await replaceDraft(draft.number, draftEntry({ amount: 1_000 }));
    const after = await Promise.all(ids.map(getApplication));
    expect(after[0]).toMatchObject({
      status: 'verified',
      verifiedAt: before[0]!.verifiedAt,
      pendingAmount: 0,
    });
    expect(after[1]).toMatchObject({ status: 'rejected', pendingAmount: 400 });
    expect(describeFallenDraft(after[1]!.fallenDraft!)).toMatch(
      / by draft \d+, which does not cover the fee\.$/,
    );
    expect((await findCertificate(ids[1]!)).withheldAt).not.toBeNull();
    const { id, version } = await findDraft(draft.number);
    await expectDomainError(
      admin.api.demandDrafts.revalidateDraft({ id, version, validUntil: addMonths(today, 1) }),
      'demand_drafts.replaced',
    );
  });
});

test('the database by itself keeps a withheld certificate from going out', async () => {
  const { draft, ids } = await verifiedByOneDraft(1);
  await returnDraft(draft.number);
  const { id } = await findCertificate(ids[0]!);
  const { db } = portal.services;
  const print = db.updateTable('certificates').set({ state: 'in_run' }).where('id', '=', id).execute();
  await expect(print).rejects.toMatchObject({ constraint: 'certificates__withheld_not_issued' });
  const release = db.updateTable('certificates').set({ withheld_at: null }).where('id', '=', id).execute();
  await expect(release).rejects.toMatchObject({ constraint: 'certificates__withheld_unless_verified' });
});
