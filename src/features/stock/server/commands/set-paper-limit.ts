import { assertVersion, updateRow } from '#platform/server/command.ts';
import { lockPaper, stockCommand } from '../papers.ts';

/** Sets below how many sheets at hand the screens warn. */
export const setPaperLimit = stockCommand(
  'setPaperLimit',
  async ({ db, audit }, { id, version, warnBelow }) => {
    const paper = await lockPaper(db, id);
    await assertVersion(db, { type: 'paper', row: paper }, version);

    const changed = await updateRow(db, 'papers', paper, { warn_below: warnBelow });

    audit({
      event: 'stock.limit_set',
      record: { type: 'paper', id, label: paper.label },
      before: { warnBelow: paper.warn_below },
      after: { warnBelow },
    });
    return changed;
  },
);
