import { partOf } from '#platform/server/contract-part.ts';
import { eachMaster } from '#shared/masters/masters.ts';
import { mastersContract, settingsContract } from '../contract.ts';
import { addEntry } from './commands/add-entry.ts';
import { deleteEntry } from './commands/delete-entry.ts';
import { editEntry } from './commands/edit-entry.ts';
import { listNames } from './entry-names.ts';
import { getHistory } from './history.ts';
import { getEntry, listOf } from './queries.ts';

export const settingsPart = partOf(settingsContract, { queries: { listNames: (db) => listNames(db) } });

export const mastersParts = eachMaster((master) =>
  partOf(mastersContract[master.name], {
    lists: { Entries: [listOf(master), master.layout] },
    queries: {
      getEntry: (db, _scope, { id }) => getEntry(db, master, id),
      getHistory: (db, scope, { id }) => getHistory(db, scope, { master, id }),
    },
    commands: { addEntry: addEntry(master), editEntry: editEntry(master), deleteEntry: deleteEntry(master) },
  }),
);
