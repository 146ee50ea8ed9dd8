import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { filesErrors } from './file-errors.ts';
import { requestErrors } from './request-errors.ts';

/** The names that belong to no feature: of requests, files and exports. */
export const platformNames = {
  paths: {
    outbox: '/demo/outbox',
  },
  errors: { ...requestErrors, ...filesErrors },
  permissions: {
    'account:use': everyone,
    'files:upload': ['admin', 'receiver'],
    'files:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'files:read_original': ['auditor'],
  },
  events: {
    'demo.filled': t`demo: filled`,
    'demo.started': t`demo: started`,
    'exports.ended': t`exports: ended`,
    'exports.started': t`exports: started`,
    'files.original_viewed': t`files: original viewed`,
    'files.purged': t`files: purged`,
    'files.received': t`files: received`,
  },
  records: {
    demo: t`demo data`,
    export: t`export`,
    file: t`file`,
  },
  fields: {
    account: t`Account`,
    added: t`Added`,
    amount: t`Amount`,
    byteSize: t`Size in bytes`,
    cause: t`Cause`,
    changed: t`Changed`,
    changes: t`Changes`,
    code: t`Code`,
    columns: t`Columns`,
    content: t`Content`,
    draft: t`Draft`,
    email: t`Email Id`,
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
    mobile: t`Mobile number`,
    name: t`Name`,
    names: t`Name in other languages`,
    number: t`Number`,
    of: t`Of`,
    origin: t`Origin`,
    out: t`Out`,
    outcome: t`Outcome`,
    pending: t`Pending amount`,
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
    setUpAlone: t`Set up alone`,
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
} as const satisfies FeatureNames;
declareNames(platformNames);

declare module '#shared/feature.ts' {
  interface Register {
    platform: typeof platformNames;
  }
}
