import { command } from '#platform/server/command.ts';
import { formatRanges, type SerialRange } from '../../serials.ts';
import { findBlanks } from '../bring-back.ts';
import { lockSerials, refuseWrongState } from '../move-blanks.ts';
import { lockPaper } from '../papers.ts';

type FoundInput = { id: string; serials: SerialRange[]; reason: string };

/** Takes missing sheets that turned up back into the store. One that was spoilt before is spoilt still. */
export const reportFound = command(
  'reportFound',
  async (transaction, { id, serials, reason }: FoundInput) => {
    const { db, audit } = transaction;
    const paper = await lockPaper(db, id);
    const blanks = await lockSerials(db, id, serials);
    refuseWrongState('found', blanks);

    await findBlanks(transaction, blanks, { paperId: id, reason });

    audit({
      event: 'stock.found',
      record: { type: 'paper', id, label: paper.label },
      after: { serials: formatRanges(serials), quantity: blanks.length, reason },
    });
    return { quantity: blanks.length };
  },
);
