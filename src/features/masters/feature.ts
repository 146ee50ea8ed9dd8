import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { masterEventLabels } from '#shared/masters/master-events.ts';
import { masterPermissions } from '#shared/masters/master-permissions.ts';
import type { MasterName } from '#shared/masters/named-masters.ts';
import { eachNamedMaster } from '#shared/masters/named-masters.ts';
import { t } from '#shared/words.ts';
import { mastersContract, settingsContract } from './contract.ts';
import { mastersErrors } from './errors.ts';
import { proposalsContract } from './proposal-contract.ts';

const names = {
  paths: {
    admin: {
      proposals: '/admin/settings/proposals',
      master: (name: MasterName) => `/admin/settings/${name}`,
      addEntry: (name: MasterName) => `/admin/settings/${name}/add`,
      editEntry: (name: MasterName, id: string) =>
        `/admin/settings/${name}/add?edit=${encodeURIComponent(id)}`,
    },
    auditor: {
      proposals: '/auditor/settings/proposals',
      master: (name: MasterName) => `/auditor/settings/${name}`,
    },
  },
  errors: mastersErrors,
  permissions: {
    'proposals:read': ['admin', 'auditor'],
    'proposals:decide': ['admin'],
    ...masterPermissions,
  },
  events: {
    'masters.set_up_confirmed': t`masters: set-up confirmed`,
    'proposals.confirmed': t`proposals: confirmed`,
    'proposals.made': t`proposals: made`,
    'proposals.rejected': t`proposals: rejected`,
    'proposals.taken_back': t`proposals: taken back`,
    ...masterEventLabels,
  },
  records: {
    proposal: t`proposal`,
    /** A master's records are named by its declaration. */
    ...eachNamedMaster(({ one }) => one),
  },
  fields: {
    nextNumber: t`Next number`,
    numberSeries: t`Number series`,
    office: t`Office`,
    proposedBy: t`Proposed by`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    masters: typeof names;
  }
}

export const mastersFeature = {
  ...names,
  contract: {
    settings: settingsContract,
    ...mastersContract,
    proposals: proposalsContract,
  },
};
