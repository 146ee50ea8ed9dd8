import { command } from '#platform/server/command.ts';
import { formatRanges, type SerialRange } from '../../serials.ts';
import { lockSerials, moveBlanks, refuseWrongState } from '../move-blanks.ts';
import { lockPaper } from '../papers.ts';

type SpoilInput = { id: string; serials: SerialRange[]; reason: string };

/** Records sheets that were spoilt outside a print run. They stay with whoever held them until they are returned. */
export const spoilBlanks = command(
  'spoilBlanks',
  async (transaction, { id, serials, reason }: SpoilInput) => {
    const { db, audit } = transaction;
    const paper = await lockPaper(db, id);
    const blanks = await lockSerials(db, id, serials);
    refuseWrongState('spoilt', blanks);

    const idsByHolder = Map.groupBy(blanks, ({ heldBy }) => heldBy);
    for (const [heldBy, held] of idsByHolder) {
      const ids = held.map((blank) => blank.id);
      await moveBlanks(transaction, { act: 'spoilt', paperId: id, remark: reason }, ids, {
        state: 'spoilt',
        heldBy,
      });
    }

    audit({
      event: 'stock.spoilt',
      record: { type: 'paper', id, label: paper.label },
      after: { serials: formatRanges(serials), quantity: blanks.length, reason },
    });
    return { quantity: blanks.length };
  },
);
