import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { templatesContract } from './contract.ts';
import { templatesErrors } from './errors.ts';
import { pictureContract } from './picture-contract.ts';

const names = {
  paths: {
    admin: {
      templates: '/admin/settings/templates',
      template: (id: string) => `/admin/settings/templates/${encodeURIComponent(id)}`,
    },
    auditor: {
      templates: '/auditor/settings/templates',
      template: (id: string) => `/auditor/settings/templates/${encodeURIComponent(id)}`,
    },
  },
  errors: templatesErrors,
  permissions: {
    'templates:read': ['admin', 'auditor'],
    'templates:edit': ['admin'],
  },
  events: {
    'templates.added': t`templates: added`,
    'templates.brought_into_force': t`templates: brought into force`,
    'templates.draft_deleted': t`templates: draft deleted`,
    'templates.edited': t`templates: edited`,
    'templates.scan_laid': t`templates: scan laid under`,
    'templates.scan_taken_away': t`templates: scan taken away`,
  },
  records: {
    template: t`template`,
  },
  fields: {
    design: t`Design`,
    inForceFrom: t`In force from`,
    scanFileId: t`Scan`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    templates: typeof names;
  }
}

export const templatesFeature = {
  ...names,
  contract: {
    templates: templatesContract,
    templatePictures: pictureContract,
  },
};
