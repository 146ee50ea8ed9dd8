import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { formatRanges, rangesOf } from '../../serials.ts';
import { holdersOf, lockDestruction, paperOfDestruction } from '../destructions.ts';
import { moveBlanks, refuseWrongState } from '../move-blanks.ts';
import { lockPaper } from '../papers.ts';

/** Signs as the second witness: from now on the sheets are destroyed, and nothing brings them back. */
export const witnessDestruction = command(
  'witnessDestruction',
  async (transaction, { id, version }: { id: string; version: number }) => {
    const { db, actor, now, audit } = transaction;
    const paper = await lockPaper(db, await paperOfDestruction(db, id));
    const destruction = await lockDestruction(db, id);
    if (destruction.second_witness !== null) throw domainError('stock.already_destroyed');
    const blankIds = destruction.blanks.map((blank) => blank.id);
    const holderIds = await holdersOf(db, blankIds);
    assertAllowed(custodyCan.witness({ firstWitnessId: destruction.first_witness, holderIds }, actor.id));
    refuseWrongState('destroyed', destruction.blanks);
    await assertVersion(db, { type: 'destruction', row: destruction }, version);

    await db
      .updateTable('destructions')
      .set({ second_witness: actor.id, second_at: now, version: destruction.version + 1 })
      .where('id', '=', id)
      .execute();
    const act = {
      act: 'destroyed',
      paperId: paper.id,
      remark: `${destruction.method}: ${destruction.remarks}`,
      witnessedBy: destruction.first_witness,
    } as const;
    await moveBlanks(transaction, act, blankIds, { state: 'destroyed' });

    const serials = formatRanges(rangesOf(destruction.blanks.map(({ serial }) => serial)));
    audit({
      event: 'stock.destroyed',
      record: { type: 'destruction', id, label: paper.label },
      after: {
        serials,
        quantity: blankIds.length,
        method: destruction.method,
        destroyedOn: destruction.destroyed_on,
      },
    });
    return {};
  },
);
