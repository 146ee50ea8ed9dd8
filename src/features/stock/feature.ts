import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { stockContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      inkStock: '/admin/ink-stock',
      addInkStock: '/admin/add-ink-stock',
      editInkStock: (id: string) => `/admin/add-ink-stock?edit=${encodeURIComponent(id)}`,
      inkUse: '/admin/ink-use',
      certificateStock: '/admin/certificate-stock',
      addCertificateStock: '/admin/add-certificate-stock',
      editCertificateStock: (id: string) => `/admin/add-certificate-stock?edit=${encodeURIComponent(id)}`,
      custody: '/admin/custody',
      stockCounts: '/admin/stock-counts',
      stockCount: (id: string) => `/admin/stock-counts/${encodeURIComponent(id)}`,
    },
    printer: {
      stock: '/printer/stock',
      stockCounts: '/printer/stock-counts',
      stockCount: (id: string) => `/printer/stock-counts/${encodeURIComponent(id)}`,
    },
    auditor: {
      stock: '/auditor/stock',
      stockCounts: '/auditor/stock-counts',
      stockCount: (id: string) => `/auditor/stock-counts/${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'stock:read': ['admin', 'printer', 'auditor'],
    'stock:receive': ['admin'],
    'stock:approve': ['admin'],
    'stock:issue': ['admin'],
    'stock:destroy': ['admin'],
    'stock:count': ['admin'],
    'stock:record_ink_use': ['admin', 'printer'],
  },
  kinds: {
    sheet: { label: t`Sheet`, readBy: 'stock:read', searchOrder: 4 },
    stock_count: { label: t`Stock count`, page: 'stockCount' },
  },
  filesUploadedBy: { invoice: 'stock:receive' },
  filesReadBy: { invoice: 'stock:read' },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    stock: typeof names;
  }
}

export const stockFeature = {
  ...names,
  contract: {
    stock: stockContract,
  },
};
