import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/rows.ts';
import type { InkEntry } from '../../ink-contract.ts';

/** Adds a kind of ink. That its code and its name in a colour are free is for the constraints to say. */
export const addInk = command('addInk', async ({ db, audit }, entry: InkEntry) => {
  const id = uuid();
  await db
    .insertInto('inks')
    .values({ id, ...toRow(entry) })
    .execute();

  audit({
    event: 'stock.ink_added',
    record: { type: 'ink', id, label: `${entry.name}, ${entry.colour}` },
    after: entry,
  });
  return { id };
});
