import type { DeclaredField } from '#shared/declared-field.ts';
import type { ErrorEntries } from '#shared/error-entry.ts';
import { declareNames, type EventField, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { masterEventLabels } from './declared/master-events.ts';
import { masters } from './declared/masters.ts';
import { type MasterRecordType, masterNames, namedMasters, recordTypeOf } from './declared/named-masters.ts';

const mastersErrors = {
  'masters.not_found': t`This entry does not exist.`,
  'masters.taken': t`Another entry has this.`,
  'masters.single': t`There is one entry already, and there cannot be a second one. Edit it.`,
  'masters.in_use': t`Records use this entry, so it cannot be deleted.`,
  'masters.key_in_use': t`Records use this entry, so this cannot be changed.`,
  'masters.unknown_name': t`Choose one of the list; this one is not there any more.`,
  'masters.not_offered': t`This is not offered any more. Choose one of the list.`,
  'masters.not_in_order': t`The end is before the start.`,
  'masters.office_held': t`Somebody holds this office in that time. Enter the last day of the holder before.`,
  'masters.year_taken': t`Another convocation confers the degrees of one of these years.`,
  'masters.equal_fee': t`Another fee is for the same and holds in the same time. End it the day before, or change it.`,
  'masters.same_number': (data: { series: string; number: string }) =>
    t`Two series could give the same number, for example ${data.number} without separators: ${data.series}. Add other letters to the pattern.`,
  'masters.next_number_stays': t`Numbers were given, so the next number follows the last one.`,
  'masters.series_stays': t`The series gave numbers already. Change it in its form: that starts a new series beside it.`,
  'masters.no_letters': t`The pattern of the series has the letters of the certificate type. Enter them.`,
  'masters.colleges_fee': t`The application fee of a college alone is its convocation fee: change it on the page of the college.`,
  'proposals.not_found': t`This proposal does not exist.`,
  'proposals.decided': t`This proposal was decided already.`,
  'proposals.own_proposal': t`You proposed this change, so a second person has to decide on it. You may take it back.`,
  'proposals.not_own': t`Somebody else proposed this change. Confirm or reject it.`,
  'proposals.outdated': (data: { labels: readonly string[] }) =>
    t`Changed since it was proposed: ${data.labels.slice(0, 5).join(', ')}. Reject the proposal, and propose the change again.`,
  'proposals.not_possible': (data: { label: string; reason: string }) => t`${data.label}: ${data.reason}`,
} as const satisfies ErrorEntries;

const words = {
  errors: mastersErrors,
  events: {
    'masters.set_up_confirmed': t`Set-up confirmed`,
    'proposals.confirmed': t`Proposal confirmed`,
    'proposals.made': t`Proposal made`,
    'proposals.rejected': t`Proposal rejected`,
    'proposals.taken_back': t`Proposal taken back`,
    ...masterEventLabels,
  },
  records: {
    proposal: t`proposal`,
    /** A master's records are named by its declaration. */
    ...(Object.fromEntries(masterNames.map((name) => [recordTypeOf(name), namedMasters[name].one])) as Record<
      MasterRecordType,
      string
    >),
  },
  fields: {
    ...Object.fromEntries(
      Object.values(masters).flatMap(({ name, fields }) =>
        Object.entries<DeclaredField>(fields).map(([field, { label, kind }]): [string, EventField] => [
          `${name}.${field}`,
          kind === 'rupees' ? { label, kind } : label,
        ]),
      ),
    ),
    nextNumber: t`Next number`,
    numberSeries: t`Number series`,
    office: t`Office`,
    proposedBy: t`Proposed by`,
  },
  waiting: {
    'proposals.to_confirm': {
      label: { one: t`proposal to confirm`, many: t`proposals to confirm` },
      access: 'proposals:decide',
      lists: { admin: 'proposals' },
      address: {},
      order: 20,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    mastersWords: typeof words;
  }
}
