import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { templatesContract } from './contract.ts';
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
  permissions: {
    'templates:read': ['admin', 'auditor'],
    'templates:edit': ['admin'],
  },
  kinds: {
    template: { label: t`Template`, page: 'template' },
  },
  filesUploadedBy: { template_scan: 'templates:edit' },
  filesReadBy: { template_scan: 'templates:read' },
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
