import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, receiveApplication, withReceipt } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { statusOf } from '#dev/testing/status-of.ts';
import { withClient } from '#platform/server/db/connections.ts';

const { portal, office } = await sharedOffice();
const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');

const getApplication = (id: string) => receiver.api.applications.getApplication({ id });

/** What the receiver sends for a draft of which no receipt is at hand. */
async function withoutReceipt(draft = draftEntry()) {
  return { ...(await applicationEntry(receiver, office, { drafts: [] })), drafts: [draft] };
}

async function sendBack(id: string): Promise<void> {
  const { version } = await getApplication(id);
  await caseWorker.api.applications.returnApplication({ id, version, reasons: ['receipt'] });
}

/** Corrects an application in nothing but the receipts of its recorded drafts. */
async function replaceReceipt(id: string, demandDraftId: string, receiptFileId: string, person = receiver) {
  const { photo, ...detail } = await getApplication(id);
  return person.api.applications.correctApplication({
    ...detail,
    candidateNameNative: '',
    guideName: '',
    photoFileId: photo.id,
    drafts: [],
    replacedReceipts: [{ demandDraftId, receiptFileId }],
    answers: leaving('receipt'),
  });
}

const newReceipt = async (person = receiver) => (await withReceipt(person, draftEntry())).receiptFileId!;

describe('the receipt of a draft', () => {
  test('is asked for once: with the draft, not with the next application that it pays for', async () => {
    const draft = draftEntry({ amount: 1_400 });
    const refused = await expectDomainError(
      receiver.api.applications.receiveApplication(await withoutReceipt(draft)),
      'request.invalid',
    );
    expect(issuesOf(refused)).toEqual([{ path: 'drafts.0.receiptFileId', message: 'Add the bank receipt.' }]);
    const brought = await withReceipt(receiver, draft);
    const first = await receiveApplication(receiver, office, { drafts: [brought] });
    const { id: second } = await receiver.api.applications.receiveApplication(await withoutReceipt(draft));
    for (const id of [first, second]) {
      const { receipts, allocations } = await getApplication(id);
      expect(receipts).toMatchObject([{ id: brought.receiptFileId, name: 'receipt.jpg' }]);
      expect(allocations[0]!.receipt).toEqual(receipts[0]);
    }
    const { draft: known } = await receiver.api.demandDrafts.lookUpDraft(draft);
    expect(known!.receipt).toMatchObject({ id: brought.receiptFileId });
  });

  test('stands with those of the other drafts, in their order, in list, record and file', async () => {
    const drafts = await Promise.all(
      [300, 400].map((amount) => withReceipt(receiver, draftEntry({ amount }))),
    );
    const id = await receiveApplication(receiver, office, { drafts });
    const { registrationNumber, receipts } = await getApplication(id);
    const ids = drafts.map(({ receiptFileId }) => receiptFileId);
    expect(receipts.map((file) => file.id)).toEqual(ids);
    const { rows } = await caseWorker.api.applications.listApplications({ search: registrationNumber });
    expect(rows[0]!.receipts).toEqual(receipts);
    const file = await caseWorker.fetch(
      `/api/exports/manage-application?format=csv&search=${registrationNumber}`,
    );
    expect(await file.text()).toContain('"receipt.jpg, receipt.jpg"');
  });

  test('is the person’s own upload, and serves one draft', async () => {
    const colleague = await portal.as('receiver');
    const foreign = { ...draftEntry(), receiptFileId: await newReceipt(colleague) };
    const receive = (draft: typeof foreign) => receiveApplication(receiver, office, { drafts: [draft] });
    await expectDomainError(receive(foreign), 'files.not_usable');
    const used = await withReceipt(receiver, draftEntry());
    await receive({ ...used, receiptFileId: used.receiptFileId! });
    await expectDomainError(
      receive({ ...draftEntry(), receiptFileId: used.receiptFileId! }),
      'files.not_usable',
    );
    const photo = (await applicationEntry(receiver, office)).photoFileId;
    await expectDomainError(receive({ ...draftEntry(), receiptFileId: photo }), 'files.not_usable');
  });

  test('is read by whoever may read the draft or an application that it pays for', async () => {
    const id = await receiveApplication(receiver, office);
    const path = `/api/files/${(await getApplication(id)).receipts[0]!.id}`;
    const insider = await portal.as('receiver', { collegeId: office.collegeId });
    const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    for (const [person, status] of [
      [caseWorker, 200],
      [insider, 200],
      [outsider, 404],
    ] as const)
      expect(await statusOf(person, path)).toBe(status);
    await sendBack(id);
    const { photo, ...detail } = await getApplication(id);
    await receiver.api.applications.correctApplication({
      ...detail,
      collegeId: office.otherCollegeId,
      candidateNameNative: '',
      guideName: '',
      photoFileId: photo.id,
      drafts: [],
      answers: leaving('receipt'),
    });
    for (const person of [insider, outsider]) expect(await statusOf(person, path)).toBe(200);
  });

  test('that is missing since the draft was recorded before receipts were of drafts is taken from who brings it', async () => {
    const draft = draftEntry({ amount: 2_100 });
    const id = await receiveApplication(receiver, office, { drafts: [draft] });
    await forgetReceipt(draft.number);
    expect((await getApplication(id)).receipts).toEqual([]);
    await receiver.api.applications.receiveApplication(await withoutReceipt(draft));
    const brought = await withReceipt(receiver, draft);
    await receiveApplication(receiver, office, { drafts: [brought] });
    expect((await getApplication(id)).receipts).toMatchObject([{ id: brought.receiptFileId }]);
  });
});

describe('a receipt that cannot be read', () => {
  test('is replaced by a correction, for all that the draft pays for', async () => {
    const admin = await portal.as('admin');
    const draft = draftEntry({ amount: 1_400 });
    const [first, other] = [
      await receiveApplication(receiver, office, { drafts: [draft] }),
      await receiveApplication(receiver, office, { drafts: [draft] }),
    ];
    await sendBack(first!);
    const { demandDraftId } = (await getApplication(first!)).allocations[0]!;
    const receiptFileId = await newReceipt(admin);
    await replaceReceipt(first!, demandDraftId, receiptFileId, admin);
    for (const id of [first!, other!])
      expect((await getApplication(id)).receipts).toMatchObject([{ id: receiptFileId }]);
    // Whoever looked at the other one saw the receipt that is gone.
    await expectDomainError(
      caseWorker.api.applications.verifyApplication({ id: other!, version: 1 }),
      'records.stale',
    );
    await expectDomainError(
      admin.api.applications.verifyApplication({ id: other!, version: 2 }),
      'applications.own_work',
    );
    await caseWorker.api.applications.verifyApplication({ id: other!, version: 2 });
  });

  test('stays where the draft pays for a verified application, and where it pays for another one', async () => {
    const draft = draftEntry({ amount: 1_400 });
    const [verified, returned] = [
      await receiveApplication(receiver, office, { drafts: [draft] }),
      await receiveApplication(receiver, office, { drafts: [draft] }),
    ];
    await caseWorker.api.applications.verifyApplication({ id: verified!, version: 1 });
    await sendBack(returned!);
    const { demandDraftId } = (await getApplication(returned!)).allocations[0]!;
    await expectDomainError(
      replaceReceipt(returned!, demandDraftId, await newReceipt()),
      'demand_drafts.receipt_stays',
    );
    const elsewhere = await getApplication(await receiveApplication(receiver, office));
    await expectDomainError(
      replaceReceipt(returned!, elsewhere.allocations[0]!.demandDraftId, await newReceipt()),
      'demand_drafts.not_found',
    );
  });

  test('is never removed, which the database keeps by itself', async () => {
    const id = await receiveApplication(receiver, office);
    const { demandDraftId } = (await getApplication(id)).allocations[0]!;
    const removal = portal.services.db
      .updateTable('demand_drafts')
      .set({ receipt_file_id: null })
      .where('id', '=', demandDraftId)
      .execute();
    await expect(removal).rejects.toMatchObject({ constraint: 'demand_drafts__receipt_stays' });
  });
});

/** As the upgrade leaves some drafts of before. */
async function forgetReceipt(number: string): Promise<void> {
  await withClient(portal.ownerUrl, 'migration', (client) =>
    client.query(`
      alter table demand_drafts disable trigger demand_drafts__receipt_stays;
      update demand_drafts set receipt_file_id = null where number = '${number}';
      alter table demand_drafts enable trigger demand_drafts__receipt_stays`),
  );
}
