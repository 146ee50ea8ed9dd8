import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import type { InkEntry } from '../../ink-contract.ts';

/** Adds a kind of ink. That its code and its name in a colour are free is for the constraints to say. */
export const addInk = command('addInk', async ({ db, audit }, entry: InkEntry) => {
  const id = uuid();
  const { warnBelow, sheetsPerUnit, ...ink } = entry;
  await db
    .insertInto('inks')
    .values({ id, ...ink, warn_below: warnBelow, sheets_per_unit: sheetsPerUnit })
    .execute();

  audit({
    event: 'stock.ink_added',
    record: { type: 'ink', id, label: `${entry.name}, ${entry.colour}` },
    after: entry,
  });
  return { id };
});
