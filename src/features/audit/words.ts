import { withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const words = {
  errors: {
    'audit.not_found': t`The audit log has no event of this number.`,
    ...withStatus(403, {
      'audit.university_only': t`This is of the whole university, and your code is that of one college. Ask an auditor with the code ALL.`,
    }),
  },
  // Fields that events of several features have.
  fields: {
    account: t`Account`,
    added: t`Added`,
    amount: { label: t`Amount`, kind: 'rupees' },
    byteSize: t`Size in bytes`,
    cause: t`Cause`,
    changed: t`Changed`,
    changes: t`Changes`,
    code: t`Code`,
    columns: t`Columns`,
    content: t`Content`,
    draft: t`Draft`,
    ended: t`Ended`,
    endedWith: t`Ended with`,
    entries: t`Entries`,
    expected: t`Expected`,
    failure: t`Failure`,
    file: t`File`,
    files: t`Files`,
    filters: t`Filters`,
    format: t`Format`,
    from: t`From`,
    ip: t`Address`,
    isWhole: t`Complete`,
    kind: t`Kind`,
    language: t`Language`,
    left: t`Left`,
    list: t`List`,
    mailedTo: t`Mailed to`,
    mediaType: t`Kind of file`,
    name: t`Name`,
    names: t`Name in other languages`,
    number: t`Number`,
    of: t`Of`,
    origin: t`Origin`,
    out: t`Out`,
    outcome: t`Outcome`,
    pending: { label: t`Pending amount`, kind: 'rupees' },
    reason: t`Reason`,
    reasons: t`Reasons`,
    records: t`Records`,
    reference: t`Reference`,
    remark: t`Remark`,
    removed: t`Removed`,
    replaced: t`Replaced`,
    role: t`Role`,
    rows: t`Rows`,
    servedSha256: 'SHA-256',
    setUpAlone: t`Changed by one admin alone`,
    settled: t`Settled`,
    sha256: 'SHA-256',
    state: t`State`,
    status: t`Status`,
    text: t`Text`,
    to: t`To`,
    total: t`Total`,
    unchanged: t`Unchanged`,
    way: t`Way`,
    written: t`Written`,
    address: t`Address`,
    version: t`Version`,
  },
  waiting: {
    'audit.set_up_alone': {
      label: { one: t`change made by one admin alone`, many: t`changes made by one admin alone` },
      access: 'audit:read',
      lists: { auditor: 'auditLog' },
      address: { setUpAlone: 'yes' },
      order: 23,
    },
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    auditWords: typeof words;
  }
}
