import { assertVersion, command } from '#platform/server/command.ts';
import { lockPaper } from '../papers.ts';

/** Sets below how many sheets at hand the screens warn. */
export const setPaperLimit = command(
  'setPaperLimit',
  async ({ db, audit }, { id, version, warnBelow }: { id: string; version: number; warnBelow: number }) => {
    const paper = await lockPaper(db, id);
    await assertVersion(db, { type: 'paper', row: paper }, version);

    await db
      .updateTable('papers')
      .set({ warn_below: warnBelow, version: paper.version + 1 })
      .where('id', '=', id)
      .execute();

    audit({
      event: 'stock.limit_set',
      record: { type: 'paper', id, label: paper.label },
      before: { warnBelow: paper.warn_below },
      after: { warnBelow },
    });
    return { version: paper.version + 1 };
  },
);
