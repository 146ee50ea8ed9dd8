import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { stockContract } from './contract.ts';
import { stockErrors } from './errors.ts';

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
  errors: stockErrors,
  permissions: {
    'stock:read': ['admin', 'printer', 'auditor'],
    'stock:receive': ['admin'],
    'stock:approve': ['admin'],
    'stock:issue': ['admin'],
    'stock:destroy': ['admin'],
    'stock:count': ['admin'],
    'stock:record_ink_use': ['admin', 'printer'],
  },
  events: {
    'papers.added': t`papers: added`,
    'papers.edited': t`papers: edited`,
    'stock.approved': t`stock: approved`,
    'stock.count_closed': t`stock: count closed`,
    'stock.count_entry_removed': t`stock: count entry removed`,
    'stock.count_started': t`stock: count started`,
    'stock.counted': t`stock: counted`,
    'stock.deleted': t`stock: deleted`,
    'stock.destroyed': t`stock: destroyed`,
    'stock.destruction_recorded': t`stock: destruction recorded`,
    'stock.destruction_withdrawn': t`stock: destruction withdrawn`,
    'stock.discrepancy_resolved': t`stock: discrepancy resolved`,
    'stock.edited': t`stock: edited`,
    'stock.found': t`stock: found`,
    'stock.ink_added': t`stock: ink added`,
    'stock.ink_approved': t`stock: ink approved`,
    'stock.ink_deleted': t`stock: ink deleted`,
    'stock.ink_edited': t`stock: ink edited`,
    'stock.ink_received': t`stock: ink received`,
    'stock.ink_used': t`stock: ink used`,
    'stock.issued': t`stock: issued`,
    'stock.limit_set': t`stock: limit set`,
    'stock.missing': t`stock: missing`,
    'stock.opening_imported': t`stock: opening balance imported`,
    'stock.paper_added': t`stock: paper added`,
    'stock.received': t`stock: received`,
    'stock.returned': t`stock: returned`,
    'stock.spoilt': t`stock: spoilt`,
  },
  records: {
    blank_receipt: t`delivery of paper`,
    destruction: t`destruction record`,
    ink: t`ink`,
    ink_receipt: t`delivery of ink`,
    paper: t`paper`,
    stock_count: t`stock count`,
  },
  fields: {
    blank: t`Blank sheet`,
    counted: t`Counted`,
    destroyedOn: t`Destroyed on`,
    discrepancies: t`Discrepancies`,
    firstSerial: t`From serial`,
    inStock: t`In stock`,
    inStore: t`In store`,
    judged: t`Decided`,
    lastSerial: t`To serial`,
    method: t`Method`,
    quantity: t`Quantity`,
    receivedQuantity: t`Received quantity`,
    rejected: t`Rejected`,
    remarks: t`Remarks`,
    serials: t`Serial numbers`,
    warnBelow: t`Warn below`,
    paperId: t`Paper`,
    blankSerial: t`Serial number`,
    colour: t`Color`,
    colours: t`Color in other languages`,
    inkId: t`Ink`,
    invoiceFileId: t`Invoice`,
    unit: t`Unit`,
    totalQuantity: t`Total quantity`,
    rejectedQuantity: t`Rejected quantity`,
    rejectedSerials: t`Rejected serials`,
    serialPrefix: t`Serial prefix`,
    sheetsPerUnit: t`Sheets per unit`,
  },
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
