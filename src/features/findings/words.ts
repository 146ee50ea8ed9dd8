import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { findingStateLabels } from './contract.ts';

const findingsErrors = {
  'findings.not_found': t`This finding does not exist or belongs to another college.`,
  'findings.over': t`This finding is settled or dropped already. Raise another one.`,
  'findings.reply_given': t`The reply is given. The auditor settles the finding, drops it, or makes further remarks.`,
  'findings.not_replied': t`Further remarks are made on a reply, and there is none since the last ones.`,
  'findings.changed_since': t`A finding changed while the report was made. Close the inspection again.`,
  'inspection_reports.not_found': t`This inspection report does not exist.`,
  ...withStatus(422, {
    'findings.final_day': t`Enter the day of the final reply: today or later, and at most a year ahead.`,
    'findings.hit_unknown': t`An exception of this finding does not exist or belongs to another college.`,
    'findings.days_of_inspection': t`The first day cannot be after the last one, nor the last one in the future.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: findingsErrors,
  events: {
    'findings.dropped': t`Finding dropped`,
    'findings.inspection_closed': t`Inspection closed`,
    'findings.interim_replied': t`Finding replied to for now`,
    'findings.raised': t`Finding raised`,
    'findings.remarked': t`Further remarks on a finding`,
    'findings.replied': t`Finding replied to`,
    'findings.settled': t`Finding settled`,
  },
  records: {
    finding: t`finding`,
    inspection_report: t`inspection report`,
  },
  fields: {
    'finding.title': t`Title`,
    dueOn: t`Reply due on`,
    part: t`Part of the report`,
    paras: t`Paras`,
    upToSequence: t`Up to event`,
  },
  states: { finding: findingStateLabels },
  waiting: {
    'findings.to_reply': {
      label: { one: t`finding to reply to`, many: t`findings to reply to` },
      access: 'findings:reply',
      lists: { admin: 'findings' },
      address: { state: 'open' },
      order: 24,
    },
    'findings.replied': {
      label: { one: t`reply to read`, many: t`replies to read` },
      access: 'findings:write',
      lists: { auditor: 'findings' },
      address: { state: 'replied' },
      order: 25,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    findingsWords: typeof words;
  }
}
