import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { holdersOf, lockOpenDestruction } from '../destructions.ts';
import { assertState, moveBlanks } from '../move-blanks.ts';
import { stockCommand } from '../papers.ts';

/** Signs as the second witness: the sheets are now destroyed, irreversibly. */
export const witnessDestruction = stockCommand('witnessDestruction', async (transaction, input) => {
  const { id, version } = input;
  const { db, actor, now, audit } = transaction;
  const destruction = await lockOpenDestruction(db, id);
  const { record, serials, blanks, method, destroyed_on: destroyedOn } = destruction;
  const blankIds = blanks.map((blank) => blank.id);
  const holderIds = await holdersOf(db, blankIds);
  assertAllowed(custodyCan.witness({ firstWitnessId: destruction.first_witness, holderIds }, actor.id));
  assertState('destroyed', blanks);
  await assertVersion(db, { type: 'destruction', row: destruction }, version);

  await updateRow(db, 'destructions', { id, version }, { second_witness: actor.id, second_at: now });
  const act = {
    act: 'destroyed',
    paperId: destruction.paper_id,
    remark: destruction.remarks,
    witnessedBy: destruction.first_witness,
  } as const;
  await moveBlanks(transaction, act, blankIds, { state: 'destroyed' });

  audit({
    event: 'stock.destroyed',
    record,
    after: { serials, quantity: blankIds.length, method, destroyedOn },
  });
  return {};
});
