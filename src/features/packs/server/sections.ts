import { v7 as uuid } from 'uuid';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { recordCollege } from '#features/colleges/server/commands/add-college.ts';
import { changeCollege } from '#features/colleges/server/commands/edit-college.ts';
import { lockCollege } from '#features/colleges/server/queries.ts';
import { recordEntry } from '#features/masters/server/commands/add-entry.ts';
import { changeEntry } from '#features/masters/server/commands/edit-entry.ts';
import { entryOfRow, listEntries, lockEntry } from '#features/masters/server/queries.ts';
import { type CommandTransaction, changesBetween, updateRow } from '#platform/server/command.ts';
import { type Db, fromRow, unscoped, wholeUniversity } from '#platform/server/db/database.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { masterOf, PackPaper, type SectionName } from '../pack.ts';

export type PackEntry = Record<string, unknown>;
/** What writes for a person or for the portal itself. */
export type PackTransaction = Pick<CommandTransaction, 'db' | 'audit' | 'now'>;

/** What the portal has of one section of a pack. */
type Section = {
  list(db: Db): Promise<{ id: string; entry: PackEntry }[]>;
  add(transaction: PackTransaction, entry: PackEntry): Promise<unknown>;
  change(transaction: PackTransaction, id: string, entry: PackEntry): Promise<unknown>;
};

export function sectionOf(name: SectionName): Section {
  const master = masterOf(name);
  if (master) return ofMaster(master);
  return name === 'papers' ? papers : colleges;
}

// What a pack holds was checked by the schema of its section.
function ofMaster(master: AnyMaster): Section {
  return {
    list: async (db) =>
      (await listEntries(db, master)).map((row) => ({ id: row.id, entry: entryOfRow(master, row) })),
    add: (transaction, entry) => recordEntry(transaction, master, entry as DeclaredEntry),
    change: async (transaction, id, entry) =>
      changeEntry(transaction, master, await lockEntry(transaction.db, master, id), entry as DeclaredEntry),
  };
}

const colleges: Section = {
  list: async (db) => {
    const rows = await unscoped(db).selectFrom('colleges').selectAll().execute();
    return rows.map((row) => ({
      id: row.id,
      entry: fromRow(CollegeEntry, row, { email: row.email ?? '' }),
    }));
  },
  add: (transaction, entry) => recordCollege(transaction, entry as CollegeEntry),
  change: async (transaction, id, entry) =>
    changeCollege(transaction, await lockCollege(transaction.db, wholeUniversity, id), entry as CollegeEntry),
};

const papers: Section = {
  list: async (db) => {
    const rows = await unscoped(db).selectFrom('papers').selectAll().execute();
    return rows.map((row) => ({ id: row.id, entry: fromRow(PackPaper, row) }));
  },
  add: async ({ db, audit }, entry) => {
    const { code, name, colour, warnBelow } = entry as PackPaper;
    const id = uuid();
    await db.insertInto('papers').values({ id, code, name, colour, warn_below: warnBelow }).execute();
    audit({ event: 'papers.added', record: { type: 'paper', id, label: code }, after: entry });
  },
  change: async ({ db, audit }, id, entry) => {
    const { code, name, colour, warnBelow } = entry as PackPaper;
    const row = await db
      .selectFrom('papers')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await updateRow(db, 'papers', row, { name, colour, warn_below: warnBelow });
    const before: PackEntry = fromRow(PackPaper, row);
    audit({
      event: 'papers.edited',
      record: { type: 'paper', id, label: code },
      ...changesBetween(before, entry),
    });
  },
};
