import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { everyone } from '#shared/roles.ts';
import { requestErrors } from './request-errors.ts';

/** The names that belong to no feature and that the login page needs. */
export const platformNames = {
  paths: {
    outbox: '/demo/outbox',
  },
  errors: requestErrors,
  permissions: {
    'account:use': everyone,
    'files:upload': ['admin', 'receiver'],
    'files:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'files:read_original': ['auditor'],
  },
} as const satisfies FeatureNames;
declareNames(platformNames);

declare module '#shared/feature.ts' {
  interface Register {
    platform: typeof platformNames;
  }
}
