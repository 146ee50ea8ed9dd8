import { partOf } from '#platform/server/contract-part.ts';
import { eachMaster } from '#shared/masters/masters.ts';
import { proposalsLayout } from '../columns.ts';
import { mastersContract, settingsContract } from '../contract.ts';
import { proposalsContract } from '../proposal-contract.ts';
import { listChoices } from './choices.ts';
import { addEntry, deleteEntry, editEntry } from './commands/change-entries.ts';
import { confirmProposal, rejectProposal, takeBackProposal } from './commands/decide-proposal.ts';
import { listNames } from './entry-names.ts';
import { getHistory } from './history.ts';
import { countProposals, getFourEyes, getProposal, listProposals } from './proposals.ts';
import { getEntry, listOf } from './queries.ts';

export const settingsPart = partOf(settingsContract, {
  queries: { listNames: (db) => listNames(db), listChoices: (db) => listChoices(db) },
});

export const proposalsPart = partOf(proposalsContract, {
  queries: {
    listProposals,
    countProposals,
    getProposal: (db, _scope, { id }) => getProposal(db, id),
    getFourEyes: (db) => getFourEyes(db),
  },
  commands: { confirmProposal, rejectProposal, takeBackProposal },
  layouts: { listProposals: [proposalsLayout] },
});

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
