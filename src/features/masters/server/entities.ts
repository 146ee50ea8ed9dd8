import { CollegeEntry } from '#features/colleges/contract.ts';
import { changeCollege } from '#features/colleges/server/change-college.ts';
import { collegeColumns } from '#features/colleges/server/college-columns.ts';
import { recordCollege } from '#features/colleges/server/commands/add-college.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { entryColumns, entryOf } from '#platform/server/db/declared-columns.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { nameOfEntry } from '../declared/master.ts';
import { type AnyMaster, masters } from '../declared/masters.ts';
import type { EntityName } from '../entities.ts';
import { addEntry, changeEntry, removeEntry, type WriteContext } from './entries.ts';
import { listUsedSeries } from './number-series.ts';
import { entryOfRow, listEntries } from './queries.ts';

export type Entry = Record<string, unknown>;
type Seen = { id: string; version: number };

/** A wanted change of one entry; `version` is the one that the user saw. */
export type Change = { entity: EntityName; id: string; label: string } & (
  | { action: 'add'; version?: undefined; before?: undefined; after: Entry }
  | { action: 'edit'; version: number; before: Entry; after: Entry }
  | { action: 'delete'; version: number; before: Entry; after?: undefined }
);

/** How the entries of one kind are read and written, by form, upload or pack. */
export type Entity = {
  nameOf(entry: Entry): string;
  /** `settled` are fields that a pack no longer changes: the next number of a series that has given numbers. */
  list(db: Db): Promise<(Seen & { entry: Entry; settled?: readonly string[] })[]>;
  /** The entry as table columns, for a proposal. */
  toColumns(entry: Entry): object;
  ofColumns(columns: object): Entry;
  add(writing: WriteContext, id: string, entry: Entry): Promise<void>;
  /** Fails if the entry's version is not the one that was seen. */
  edit(writing: WriteContext, seen: Seen, entry: Entry): Promise<void>;
  delete(writing: WriteContext, seen: Seen): Promise<void>;
};

export function entityOf(name: EntityName): Entity {
  return name === 'colleges' ? colleges : ofMaster(masters[name]);
}

// Entries were validated by the schema of the form or of the pack.
function ofMaster(master: AnyMaster): Entity {
  return {
    nameOf: (entry) => nameOfEntry(master, entry as DeclaredEntry),
    list: async (db) => {
      const counting = master.name === 'number_series' ? await listUsedSeries(db) : null;
      return (await listEntries(db, master)).map((row) => ({
        id: row.id,
        version: row.version,
        entry: entryOfRow(master, row),
        settled: counting?.has(row.id) ? ['nextNumber'] : [],
      }));
    },
    toColumns: (entry) => entryColumns(entry as DeclaredEntry),
    ofColumns: (columns) => entryOf(master.fields, columns),
    add: (writing, id, entry) => addEntry(writing, master, { id, entry: entry as DeclaredEntry }),
    edit: (writing, seen, entry) => changeEntry(writing, master, { ...seen, entry: entry as DeclaredEntry }),
    delete: (writing, seen) => removeEntry(writing, master, seen),
  };
}

const colleges: Entity = {
  nameOf: (entry) => String(entry.code),
  list: async (db) => {
    const rows = await db.selectFrom('colleges').selectAll().execute();
    return rows.map((row) => ({ id: row.id, version: row.version, entry: colleges.ofColumns(row) }));
  },
  toColumns: (entry) => collegeColumns(entry as CollegeEntry),
  ofColumns: (columns) => {
    const row = columns as Parameters<typeof fromRow<typeof CollegeEntry, { email: string }>>[1] & {
      email: string | null;
    };
    return fromRow(CollegeEntry, row, { email: row.email ?? '' });
  },
  add: async (writing, id, entry) => {
    await recordCollege(writing, entry as CollegeEntry, id);
  },
  edit: (writing, seen, entry) => changeCollege(writing, seen, entry as CollegeEntry),
  delete: noDeletion,
};

/** Colleges: a pack deletes nothing, and nothing else proposes to delete them. */
function noDeletion(): never {
  throw new Error('A pack deletes nothing.');
}
