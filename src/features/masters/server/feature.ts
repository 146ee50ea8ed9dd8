import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { columnsOf } from '#platform/server/db/declared-columns.ts';
import type { ConstraintError, ServerFeature } from '#platform/server/feature.ts';
import { proposalsLayout } from '../columns.ts';
import { mastersContract, settingsContract } from '../contract.ts';
import { eachMaster, masters } from '../declared/masters.ts';
import { masterNames } from '../declared/named-masters.ts';
import { proposalsContract } from '../proposal-contract.ts';
import { listChoices } from './choices.ts';
import { collegesPart } from './college-handlers.ts';
import { addEntry, deleteEntry, editEntry } from './commands/change-entries.ts';
import { confirmProposal, rejectProposal, takeBackProposal } from './commands/decide-proposal.ts';
import { listNames } from './entry-names.ts';
import { getHistory } from './history.ts';
import { countProposals, getFourEyes, getProposal, listProposals } from './proposals.ts';
import { getEntry, listOf } from './queries.ts';
import { findSignature } from './university.ts';
import { waiting } from './waiting.ts';

const settingsPart = partOf(settingsContract, {
  queries: { listNames: (db) => listNames(db), listChoices: (db) => listChoices(db) },
});

const proposalsPart = partOf(proposalsContract, {
  queries: {
    listProposals,
    countProposals,
    getProposal: (db, { id }) => getProposal(db, id),
    getFourEyes: (db) => getFourEyes(db),
  },
  commands: { confirmProposal, rejectProposal, takeBackProposal },
  layouts: { listProposals: [proposalsLayout] },
});

const mastersParts = eachMaster((master) =>
  partOf(mastersContract[master.name], {
    lists: { Entries: [listOf(master), master.layout] },
    queries: {
      getEntry: (db, { id }) => getEntry(db, master, id),
      getHistory: (db, { id }) => getHistory(db, { master, id }),
    },
    commands: { addEntry: addEntry(master), editEntry: editEntry(master), deleteEntry: deleteEntry(master) },
  }),
);

const constraintsOfMasters = Object.values(masters).flatMap(({ name, fields }) =>
  Object.entries<string>(columnsOf(fields)).flatMap(([field, column]): [string, ConstraintError][] => [
    [`${name}__${column}_unique`, { code: 'masters.taken', field }],
    [`${name}_${column}_fkey`, { code: 'masters.unknown_name', field }],
  ]),
);

export const server: ServerFeature = {
  parts: { colleges: collegesPart, settings: settingsPart, proposals: proposalsPart, ...mastersParts },
  masterEvents: masterNames,
  constraints: {
    ...Object.fromEntries(constraintsOfMasters),
    courses__name_referred: { code: 'masters.taken', field: 'name' },
    papers__code_unique: { code: 'stock.code_taken', field: 'code' },
    inks__code_unique: { code: 'stock.code_taken', field: 'code' },
    printers__code_unique: { code: 'printers.code_taken', field: 'code' },
    proposals__decided_by_another: 'proposals.own_proposal',
    proposals__taken_back_by_proposer: 'proposals.not_own',
    proposals__stay: 'proposals.decided',
    university__name_unique: { code: 'masters.single', field: 'name' },
    university__stays: 'masters.in_use',
    offices__office_unique: { code: 'masters.office_held', field: 'heldFrom' },
    convocations__year_once: { code: 'masters.year_taken', field: 'academicYears' },
    certificate_types_pkey: { code: 'masters.taken', field: 'name' },
    certificate_types__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
    fee_schedule__charge_unique: { code: 'masters.equal_fee', field: 'charge' },
    fee_schedule__colleges_own: { code: 'masters.colleges_fee', field: 'college' },
    fee_schedule__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
    choices__value_once: { code: 'masters.taken', field: 'name' },
    choices__stay: 'masters.in_use',
    offices__stay_once_printed: 'masters.in_use',
    convocations__stay_once_printed: 'masters.in_use',
    choices__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
    courses__active_in_order: { code: 'masters.not_in_order', field: 'activeUntil' },
    number_series__stays_once_counted: { code: 'masters.series_stays', field: 'pattern' },
    certificate_types__letters_given: { code: 'masters.no_letters', field: 'numberLetters' },
    offices__held_in_order: { code: 'masters.not_in_order', field: 'heldUntil' },
  },
  waiting,
  answers: { signature: findSignature },
  // Everyone who reads the master sees its history too, including former pictures.
  files: (['crest', 'signature'] as const).map((kind) => ({
    kind,
    records: (db, id) => db.selectFrom('files').select('id').where('id', '=', id),
  })),
};
