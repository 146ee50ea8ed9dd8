import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { depositSlip } from '#features/demand-drafts/server/commands/deposit-slip.ts';
import { prepareDepositSlip } from '#features/demand-drafts/server/commands/prepare-deposit-slip.ts';
import { realiseDrafts } from '#features/demand-drafts/server/commands/realise-drafts.ts';
import { getDraft } from '#features/demand-drafts/server/queries.ts';
import { replaceDraft } from '#features/fees/server/commands/replace-draft.ts';
import { returnDraft } from '#features/fees/server/commands/return-draft.ts';
import type { Services } from '#platform/server/context.ts';
import { inScope, wholeUniversity } from '#platform/server/db/database.ts';
import { receiveFile } from '#platform/server/files/receive-file.ts';
import { dayInIndia } from '#shared/format.ts';
import { actingAs } from './acting.ts';
import type { DemoDesk } from './demo-applications.ts';
import { writeDraftScan } from './demo-pictures.ts';

const day = 24 * 3_600_000;
const draftsOnSlip = 2;
/** Of the drafts in their order: the one that the bank returns, and the first that is not paid in yet. */
const returnedDraft = 26;
const firstInHand = 37;

/**
 * Takes the drafts to the bank, two on a slip, and realises them. The bank returns one; another takes its place, and its
 * application is verified again, so that no fee differs from the sample. Of the newest three drafts one is nearly stale,
 * one waits on a slip, and one came in just now.
 */
export async function seedDrafts(services: Services, desk: DemoDesk): Promise<void> {
  const drafts = await inScope(services.db, wholeUniversity, 'demand_drafts')
    .where('number', 'like', '41%')
    .orderBy('received_at')
    .select(['id', 'received_at', 'number'])
    .execute();
  const old = drafts.filter((draft) => draft.number !== replacementNumber).slice(0, firstInHand);
  const further: string[] = [];
  for (let first = 0; first < old.length; first += draftsOnSlip) {
    const carried = old.slice(first, first + draftsOnSlip);
    const paidInAt = new Date(carried.at(-1)!.received_at.getTime() + 2 * day);
    const returned = carried.find((draft) => draft === old[returnedDraft])?.id;
    const ids = [...carried.map((draft) => draft.id), ...further.splice(0)];
    await payIn(services, desk, { ids, at: paidInAt, returned, isNewest: first + draftsOnSlip > old.length });
    if (returned) further.push(await exchange(services, desk, returned, paidInAt));
  }
  const onSlip = drafts.filter((draft) => draft.number !== replacementNumber)[firstInHand + 1]!;
  await prepare(services, desk, [onSlip.id], new Date(onSlip.received_at.getTime() + 2 * day));
}

const replacementNumber = '413763';

type SlipCase = { ids: string[]; at: Date; returned: string | undefined; isNewest: boolean };

/** The newest slip is still with the bank: its drafts are deposited and not realised. */
async function payIn(services: Services, desk: DemoDesk, { ids, at, returned, isNewest }: SlipCase) {
  const { id, slipNumber } = await prepare(services, desk, ids, at);
  await depositSlip(actingAs(services, desk.receiver, { now: at, key: `demo-deposit-${slipNumber}` }), {
    id,
    version: 1,
    depositedOn: dayInIndia(at),
  });
  const realised = ids.filter((draftId) => draftId !== returned);
  if (isNewest || realised.length === 0) return;
  const realisedAt = new Date(at.getTime() + 2 * day);
  await realiseDrafts(
    actingAs(services, desk.admin, { now: realisedAt, key: `demo-realise-${slipNumber}` }),
    { draftIds: realised, realisedOn: dayInIndia(realisedAt) },
  );
}

async function prepare(services: Services, desk: DemoDesk, draftIds: string[], at: Date) {
  return prepareDepositSlip(actingAs(services, desk.receiver, { now: at, key: `demo-slip-${draftIds[0]}` }), {
    draftIds,
    account: 'University fee account 3021 0045 1177',
    bankBranch: 'State Bank of India, Crawford Hall',
  });
}

/** Returns the id of the draft that takes the place of the returned one. */
async function exchange(services: Services, desk: DemoDesk, id: string, paidInAt: Date): Promise<string> {
  const after = (days: number) => new Date(paidInAt.getTime() + days * day);
  const office = (days: number, step: string) =>
    actingAs(services, desk.admin, { now: after(days), key: `demo-draft-${step}` });
  const draft = await getDraft(services.db, wholeUniversity, id);
  const { version } = await returnDraft(office(3, 'return'), {
    id,
    version: 3,
    reason: 'signature',
    remark: 'The second signature is missing.',
  });
  const face = {
    number: replacementNumber,
    drawnOn: dayInIndia(after(8)),
    bank: draft.bank,
    branch: draft.branch,
    amount: draft.amount,
  };
  const receipt = await receiveFile(office(10, 'receipt'), {
    kind: 'receipt',
    name: `dd-${replacementNumber}.pdf`,
    bytes: writeDraftScan(face),
  });
  const { replacementId } = await replaceDraft(office(10, 'replace'), {
    id,
    version,
    draft: { ...face, receiptFileId: receipt.id },
  });
  const [application] = draft.allocations;
  await verifyApplication(actingAs(services, desk.caseWorker, { now: after(11), key: 'demo-draft-verify' }), {
    id: application!.applicationId,
    version: 4,
  });
  return replacementId;
}
