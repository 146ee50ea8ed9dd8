import { type AwardFact, factsInWords } from '#shared/award-facts.ts';
import type { ErrorEntries } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const reprintsErrors = {
  'reprints.not_found': t`This reprint request does not exist or belongs to another college.`,
  'reprints.not_printed': t`Only a printed certificate can be printed again, and this one is not printed yet.`,
  'reprints.being_reprinted': t`A reprint of this certificate is approved already and on its way through the print room.`,
  'reprints.revoked': t`This certificate is revoked, so no further copy of it is printed.`,
  'reprints.facts_missing': (data: { facts: readonly AwardFact[] }) =>
    t`The certificate type asks for what the award record lacks: ${factsInWords(data.facts)}. Reopen the application, so that it is entered; its verification has the certificate printed again.`,
  'reprints.asked_already': t`A reprint of this certificate is asked for already.`,
  'reprints.ended': t`This request ended when the application was reopened or the certificate was revoked.`,
  'reprints.data_corrected': t`The data of the certificate were corrected, so the new copy has to be printed.`,
  'reprints.own_request': t`You asked for this reprint yourself, so a second person has to decide on it.`,
  'reprints.not_paid': t`The charge for this reprint is not paid. A receiver records the demand draft for it first.`,
  'reprints.nothing_due': t`Nothing is due for this reprint.`,
  'reprints.decided': t`This request is decided already.`,
  'reprints.conceded_already': t`A concession is recorded for this reprint already.`,
  'reprints.own_concession': t`You recorded the concession for this reprint yourself, so a second person has to approve it.`,
  'reprints.decided_so': t`This decision was already made on the request.`,
  'reprints.in_run': t`The new copy is in a print run, so the approval can no longer be undone.`,
  'reprints.printed': t`The new copy is printed, so what was decided on this request stays.`,
} as const satisfies ErrorEntries;

const words = {
  errors: reprintsErrors,
  events: {
    'reprints.approved': t`Reprint approved`,
    'reprints.conceded': t`Reprint charge reduced`,
    'reprints.ended': t`Reprint ended`,
    'reprints.paid': t`Reprint paid`,
    'reprints.rejected': t`Reprint rejected`,
    'reprints.reopened': t`Reprint reopened`,
    'reprints.requested': t`Reprint requested`,
  },
  sentences: {
    'reprints.requested': ({ by, blank }) => t`${by} asked for a reprint of sheet ${blank}`,
    'reprints.paid': ({ by, amount, draft }) => t`${by} took ${amount} for the reprint with draft ${draft}`,
  },
  records: {
    reprint_request: t`reprint request`,
  },
  fields: {
    reprintOf: t`Reprint of`,
    reprintRequestId: t`Reprint request`,
    requestedBy: t`Requested by`,
  },
  waiting: {
    'reprints.to_approve': {
      label: { one: t`reprint to approve`, many: t`reprints to approve` },
      access: 'reprints:decide',
      lists: { admin: 'pendingReprintApprovals' },
      address: { status: 'pending', payment: 'not_due' },
      order: 9,
    },
    'reprints.to_print': {
      label: { one: t`reprint to print`, many: t`reprints to print` },
      access: 'print_runs:prepare',
      lists: { printer: 'reprintRequests' },
      address: { status: 'approved', copy: 'waiting' },
      order: 10,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    reprintsWords: typeof words;
  }
}
