import { assertVersion, changesBetween, updateRow } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { lockInk } from '../inks.ts';
import { lockPaper, stockCommand } from '../papers.ts';

/** Sets an ink's expected sheets per unit, and the stock below which screens warn. */
export const setInkLimits = stockCommand(
  'setInkLimits',
  async ({ db, audit }, { id, version, ...limits }) => {
    const ink = await lockInk(db, id);
    await assertVersion(db, { type: 'ink', row: ink }, version);

    const changed = await updateRow(db, 'inks', { id, version }, toRow(limits));

    audit({
      event: 'stock.limit_set',
      record: { type: 'ink', id, label: ink.label },
      ...changesBetween(ink, limits),
    });
    return changed;
  },
);

/** Sets the number of sheets below which screens warn. */
export const setPaperLimit = stockCommand(
  'setPaperLimit',
  async ({ db, audit }, { id, version, ...limits }) => {
    const paper = await lockPaper(db, id);
    await assertVersion(db, { type: 'paper', row: paper }, version);

    const changed = await updateRow(db, 'papers', paper, toRow(limits));

    audit({
      event: 'stock.limit_set',
      record: { type: 'paper', id, label: paper.label },
      ...changesBetween({ ...paper, warnBelow: paper.warn_below }, limits),
    });
    return changed;
  },
);
