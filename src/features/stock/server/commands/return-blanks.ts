import { command } from '#platform/server/command.ts';
import { formatRanges, type SerialRange } from '../../serials.ts';
import { takeBack } from '../bring-back.ts';
import { lockSerials, refuseWrongState } from '../move-blanks.ts';
import { lockPaper } from '../papers.ts';

/** Takes sheets that somebody held back into the store. */
export const returnBlanks = command(
  'returnBlanks',
  async (transaction, { id, serials }: { id: string; serials: SerialRange[] }) => {
    const { db, audit } = transaction;
    const paper = await lockPaper(db, id);
    const blanks = await lockSerials(db, id, serials);
    refuseWrongState('returned', blanks);

    await takeBack(transaction, blanks, { paperId: id });

    audit({
      event: 'stock.returned',
      record: { type: 'paper', id, label: paper.label },
      after: { serials: formatRanges(serials), quantity: blanks.length },
    });
    return { quantity: blanks.length };
  },
);
