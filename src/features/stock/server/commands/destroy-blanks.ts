import { v7 as uuid } from 'uuid';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { custodyCan } from '../../custody.ts';
import { formatRanges } from '../../serials.ts';
import { holdersOf } from '../destructions.ts';
import { assertState, lockSerials } from '../move-blanks.ts';
import { lockPaper, stockCommand } from '../papers.ts';

/** Creates the record of spoilt sheets to destroy. They stay spoilt until the second witness signs. */
export const destroyBlanks = stockCommand('destroyBlanks', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  if (input.destroyedOn > dayInIndia(now)) {
    throw invalidInput([fieldError('destroyedOn', 'request.day_to_come')]);
  }
  const paper = await lockPaper(db, input.id);
  const blanks = await lockSerials(db, input.id, input.serials);
  assertState('destroyed', blanks);
  const blankIds = blanks.map((blank) => blank.id);
  const holderIds = await holdersOf(db, blankIds);
  assertAllowed(custodyCan.witness({ firstWitnessId: null, holderIds }, actor.id));

  const id = uuid();
  const { method, destroyedOn, remarks } = input;
  await db
    .insertInto('destructions')
    .values({
      id,
      paper_id: paper.id,
      method,
      destroyed_on: destroyedOn,
      remarks,
      first_witness: actor.id,
      first_at: now,
    })
    .execute();
  await db
    .insertInto('destruction_blanks')
    .values(blankIds.map((blankId) => ({ blank_id: blankId, destruction_id: id })))
    .execute();

  audit({
    event: 'stock.destruction_recorded',
    record: { type: 'destruction', id, label: paper.label },
    after: { serials: formatRanges(input.serials), quantity: blanks.length, method, destroyedOn, remarks },
  });
  return { id };
});
