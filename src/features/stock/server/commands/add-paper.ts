import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/rows.ts';
import type { KindEntry } from '../../stock-record.ts';

/** Adds a kind of certificate paper. That its code and its name in a colour are free is for the constraints to say. */
export const addPaper = command('addPaper', async ({ db, audit }, entry: KindEntry) => {
  const id = uuid();
  await db
    .insertInto('papers')
    .values({ id, ...toRow(entry) })
    .execute();

  audit({
    event: 'stock.paper_added',
    record: { type: 'paper', id, label: `${entry.name}, ${entry.colour}` },
    after: entry,
  });
  return { id };
});
