import { FileLink } from '#platform/web/components/file-link.tsx';
import type { ColumnLook } from '#platform/web/components/list/layout-columns.tsx';
import type { StockRecord } from '../stock-record.ts';
import type { StockSort } from './stock-lists.ts';

/** How both lists draw their columns; quantities stand to the right, as numbers do. */
export const stockLooks = {
  name: { width: 150, sortKey: 'name', card: 'title' },
  code: { width: 105, sortKey: 'code', card: 'line' },
  colour: { width: 100, sortKey: 'colour', card: 'line' },
  totalQuantity: { width: 120, align: 'right', card: 'hidden' },
  receivedQuantity: { width: 140, align: 'right', card: 'line' },
  rejectedQuantity: { width: 140, align: 'right', card: 'hidden' },
  receivedOn: { width: 120, card: 'line' },
  receivedBy: { width: 140, card: 'hidden' },
  approvedBy: { width: 130, card: 'hidden' },
  remarks: { width: 180, card: 'hidden' },
  invoice: {
    width: 220,
    card: 'hidden',
    render: (row: StockRecord) => row.invoice && <FileLink file={row.invoice} />,
  },
} as const satisfies Record<string, ColumnLook<StockRecord, StockSort>>;
