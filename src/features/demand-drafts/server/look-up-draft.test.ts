import { expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';

const { portal, office } = await sharedOffice();
const receiver = await portal.as('receiver');

function lookUp(caller: StaffCaller, { number, bank, branch }: ReturnType<typeof draftEntry>) {
  return caller.api.demandDrafts.lookUpDraft({ number, bank, branch });
}

test('a draft that nobody has seen is nothing', async () => {
  expect(await lookUp(receiver, draftEntry())).toEqual({ draft: null, alike: [] });
});

test('a known one tells its face, its balance and whom it pays, however bank and branch are written', async () => {
  const draft = draftEntry({ amount: 1_200 });
  const first = await receiver.api.applications.receiveApplication(
    await applicationEntry(receiver, office, { candidateName: 'Asha Rao', drafts: [draft] }),
  );
  const { draft: known } = await lookUp(receiver, {
    ...draft,
    bank: draft.bank.toUpperCase(),
    branch: draft.branch.toLowerCase(),
  });
  expect(known).toMatchObject({
    drawnOn: draft.drawnOn,
    amount: 1_200,
    balance: 500,
    state: 'received',
    collegeId: office.collegeId,
    paysCount: 1,
    pays: [
      {
        applicationId: first.id,
        acknowledgementNumber: first.acknowledgementNumber,
        candidateName: 'Asha Rao',
        amount: 700,
      },
    ],
  });
});

test('of the many whom a bulk draft pays, the three newest are named', async () => {
  const draft = draftEntry({ amount: 7_000 });
  for (let candidate = 1; candidate <= 6; candidate += 1)
    await receiveApplication(receiver, office, { candidateName: `Candidate ${candidate}`, drafts: [draft] });
  const { draft: known } = await lookUp(receiver, draft);
  expect(known).toMatchObject({ balance: 2_800, paysCount: 6 });
  expect(known!.pays.map((one) => one.candidateName)).toEqual(
    [6, 5, 4].map((candidate) => `Candidate ${candidate}`),
  );
});

test('another college’s draft tells only that it cannot be used', async () => {
  const draft = draftEntry();
  await receiveApplication(receiver, office, { drafts: [draft] });
  const elsewhere = await portal.as('receiver', { collegeId: office.otherCollegeId });
  const refusal = await expectDomainError(lookUp(elsewhere, draft), 'demand_drafts.other_college');
  expect(refusal.data ?? {}).toEqual({});
  const ofCollege = await portal.as('receiver', { collegeId: office.collegeId });
  expect((await lookUp(ofCollege, draft)).draft).toMatchObject({ balance: 0 });
});
