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
} as const satisfies FeatureNames;
declareNames(platformNames);

declare module '#shared/feature.ts' {
  interface Register {
    platform: typeof platformNames;
  }
}
