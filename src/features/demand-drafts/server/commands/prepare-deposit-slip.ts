import { v7 as uuid } from 'uuid';
import { toRow } from '#platform/server/db/database.ts';
import { assignNumber } from '#platform/server/db/numbers.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { draftCan, formatSlipNumber, sumOfDrafts } from '../../rules.ts';
import { factsOf, lockDrafts, recordOf } from '../lock-drafts.ts';
import { slipCommand } from '../lock-slip.ts';

const numbered = { table: 'deposit_slips', column: 'slip_number', series: 'deposit slip' } as const;

/** Puts the selected drafts on a new slip. */
export const prepareDepositSlip = slipCommand('prepareDepositSlip', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { account, bankBranch } = input;
  const drafts = await lockDrafts(db, input.draftIds);
  const today = dayInIndia(now);
  for (const draft of drafts) {
    const { number } = draft;
    assertAllowed(draftCan.goOnSlip(factsOf(draft), today), {
      'demand_drafts.not_in_hand': { number },
      'demand_drafts.on_slip': { number },
      'demand_drafts.validity_passed': { number, validUntil: formatDay(draft.valid_until) },
    });
  }

  const id = uuid();
  const colleges = new Set(drafts.map((draft) => draft.college_id));
  const collegeId = colleges.size === 1 ? drafts[0]!.college_id : null;
  await db
    .insertInto('deposit_slips')
    .values(toRow({ id, account, bankBranch, collegeId, preparedBy: actor.id, preparedAt: now }))
    .execute();
  await db
    .updateTable('demand_drafts')
    .set((eb) => ({ deposit_slip_id: id, version: eb('version', '+', 1) }))
    .where('id', 'in', idsOf(drafts))
    .execute();
  const label = formatSlipNumber(await assignNumber(db, numbered, id));

  audit({
    event: 'deposit_slips.prepared',
    record: { type: 'deposit_slip', id, label },
    collegeId,
    after: { account, bankBranch, drafts: drafts.length, total: sumOfDrafts(drafts) },
  });
  for (const draft of drafts) {
    audit({ event: 'demand_drafts.put_on_slip', ...recordOf(draft), after: { depositSlip: label } });
  }
  return { id, slipNumber: label };
});
