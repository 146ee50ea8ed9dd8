import { command } from '#platform/server/command.ts';
import { formatRanges, type SerialRange } from '../../serials.ts';
import { lockSerials, moveBlanks, refuseWrongState } from '../move-blanks.ts';
import { lockPaper } from '../papers.ts';

type MissingInput = { id: string; serials: SerialRange[]; reason: string };

/** Records that sheets are missing. Nobody holds them any more; the ledger keeps who held them last. */
export const reportMissing = command(
  'reportMissing',
  async (transaction, { id, serials, reason }: MissingInput) => {
    const { db, audit } = transaction;
    const paper = await lockPaper(db, id);
    const blanks = await lockSerials(db, id, serials);
    refuseWrongState('missing', blanks);

    const ids = blanks.map((blank) => blank.id);
    await moveBlanks(transaction, { act: 'missing', paperId: id, remark: reason }, ids, { state: 'missing' });

    audit({
      event: 'stock.missing',
      record: { type: 'paper', id, label: paper.label },
      after: { serials: formatRanges(serials), quantity: blanks.length, reason },
    });
    return { quantity: blanks.length };
  },
);
