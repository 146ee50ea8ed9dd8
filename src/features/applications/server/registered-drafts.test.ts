import { expect, test } from 'vitest';
import { actingAs } from '#dev/seed/acting.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { depositSlip } from '#features/demand-drafts/server/commands/deposit-slip.ts';
import { prepareDepositSlip } from '#features/demand-drafts/server/commands/prepare-deposit-slip.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { receiveApplication } from './commands/receive-application.ts';

const { portal, office } = await sharedOffice();
const receiver = await portal.as('receiver');

const drawnOn = addMonths(dayInIndia(new Date()), -5);
const receivedAt = new Date(`${addMonths(drawnOn, 1)}T06:00:00Z`);

/** A draft of five months ago that came with an application then and has 700 left. */
async function receiveEarlier() {
  const draft = draftEntry({ amount: 1_400, drawnOn });
  const context = actingAs(portal.services, receiver.actor, { now: receivedAt });
  await receiveApplication(context, await applicationEntry(receiver, office, { drafts: [draft] }));
  const { draft: known } = await receiver.api.demandDrafts.lookUpDraft(draft);
  return { draft, known: known! };
}

async function receiveNext(draft: ReturnType<typeof draftEntry>) {
  const entry = await applicationEntry(receiver, office, { drafts: [draft] });
  return receiver.api.applications.receiveApplication(entry);
}

test('a draft that was deposited in time pays the next candidate though its three months are over', async () => {
  const { draft, known } = await receiveEarlier();
  const context = actingAs(portal.services, receiver.actor, { now: receivedAt });
  const slip = await prepareDepositSlip(context, {
    draftIds: [known.id],
    account: 'SBI 3001',
    bankBranch: 'SBI Mysuru Main',
  });
  await depositSlip(context, { id: slip.id, version: 1, depositedOn: dayInIndia(receivedAt) });
  await receiveNext(draft);
  expect((await receiver.api.demandDrafts.lookUpDraft(draft)).draft).toMatchObject({
    state: 'deposited',
    balance: 0,
    paysCount: 2,
  });
});

test('one that lay in the drawer for as long does not', async () => {
  const { draft } = await receiveEarlier();
  await expectDomainError(receiveNext(draft), 'demand_drafts.not_usable');
});

test('one that nobody has recorded is refused at its date', async () => {
  const refusal = await expectDomainError(receiveNext(draftEntry({ drawnOn })), 'request.invalid');
  expect(issuesOf(refusal)).toEqual([{ path: 'drafts.0.drawnOn', message: expect.any(String) }]);
});
