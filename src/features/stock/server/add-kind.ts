import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import type { InkEntry } from '../ink-contract.ts';
import type { KindEntry } from '../stock-record.ts';

/** Adds a kind of paper or ink. Constraints ensure that its code, and its name within a colour, are unique. */
function addKind<Entry extends KindEntry>(type: 'paper' | 'ink') {
  return async ({ db, audit }: CommandTransaction, entry: Entry) => {
    const id = uuid();
    await db
      .insertInto(`${type}s`)
      .values({ id, ...toRow(entry) })
      .execute();

    audit({
      event: `stock.${type}_added`,
      record: { type, id, label: `${entry.name}, ${entry.colour}` },
      after: entry,
    });
    return { id };
  };
}

export const addInk = command('addInk', addKind<InkEntry>('ink'));

export const addPaper = command('addPaper', addKind('paper'));
