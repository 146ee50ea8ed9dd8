import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import type { PaperEntry } from '../../blank-contract.ts';

/** Adds a kind of certificate paper. That its code and its name in a colour are free is for the constraints to say. */
export const addPaper = command('addPaper', async ({ db, audit }, entry: PaperEntry) => {
  const id = uuid();
  const { warnBelow, ...paper } = entry;
  await db
    .insertInto('papers')
    .values({ id, ...paper, warn_below: warnBelow })
    .execute();

  audit({
    event: 'stock.paper_added',
    record: { type: 'paper', id, label: `${entry.name}, ${entry.colour}` },
    after: entry,
  });
  return { id };
});
