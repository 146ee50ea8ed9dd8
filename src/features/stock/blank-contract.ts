import { z } from 'zod';
import { listOperation, operation, versionOperation } from '#platform/contract/operation.ts';
import { stockWordsContract } from '#platform/contract/stock-words.ts';
import { Id, typedNumber, Version } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { sheetsAtHand } from './custody.ts';
import {
  faultySentence,
  formatRange,
  highestSerial,
  parseSerials,
  SerialPrefix,
  sheetsIn,
} from './serials.ts';
import {
  Kind,
  One,
  OneVersion,
  StockEntry,
  StockFilters,
  StockOrder,
  StockRecord,
  sheetsOperation,
} from './stock-record.ts';

/** A kind of certificate paper with its blanks in store and issued. */
export const Paper = Kind.extend({ inStore: z.number().int(), issued: z.number().int() });
export type Paper = z.infer<typeof Paper>;

/** A delivery of numbered paper: one range of serials, each a prefix and a number of six digits. */
export const BlankReceipt = StockRecord.extend({
  paperId: Id,
  serialPrefix: z.string(),
  firstSerial: z.number().int(),
  lastSerial: z.number().int(),
  /** Rejected serials of the range: `A001017, A001030–A001033`. */
  rejectedSerials: z.string(),
  /** Whether it was uploaded as an opening balance. */
  isOpening: z.boolean(),
});
export type BlankReceipt = z.infer<typeof BlankReceipt>;

const Serial = z.number(t`Enter the number.`).int().min(1, t`Serials begin at 1.`).max(highestSerial);

type Delivered = Record<'firstSerial' | 'lastSerial' | 'rejectedQuantity', number> & {
  rejectedSerials: string;
};

/** The received sheets: the whole range, and rejected ones without a known serial. */
export function receivedSheets(entry: Delivered): number {
  const named = sheetsIn(parseSerials(entry.rejectedSerials).ranges);
  return entry.lastSerial - entry.firstSerial + 1 + Math.max(0, entry.rejectedQuantity - named);
}

export const BlankReceiptEntry = z
  .object({
    paperId: z.uuid(t`Choose the certificate.`),
    serialPrefix: SerialPrefix,
    firstSerial: Serial,
    lastSerial: Serial,
    ...StockEntry.shape,
    rejectedSerials: typedNumber().trim().max(2_000).default(''),
  })
  .superRefine((entry, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (entry.lastSerial < entry.firstSerial) {
      refuse('lastSerial', t`The last serial must be after the first.`);
      return;
    }
    const { ranges, faulty } = parseSerials(entry.rejectedSerials);
    const outside = ranges.find(
      ({ prefix, first, last }) =>
        prefix !== entry.serialPrefix || first < entry.firstSerial || last > entry.lastSerial,
    );
    if (faulty !== null) refuse('rejectedSerials', faultySentence(faulty));
    else if (outside) refuse('rejectedSerials', t`${formatRange(outside)} is not in the received range.`);
    if (entry.rejectedQuantity < sheetsIn(ranges)) {
      refuse('rejectedQuantity', t`More serials are rejected than this.`);
    }
    if (entry.totalQuantity < receivedSheets(entry)) {
      refuse(
        'totalQuantity',
        t`More sheets were received (${receivedSheets(entry)}) than are on the invoice.`,
      );
    }
  });
export type BlankReceiptEntry = z.infer<typeof BlankReceiptEntry>;

export const blankOperations = {
  listPapers: sheetsOperation('/papers', {
    summary: 'The kinds of certificate paper with what is in store and issued of each.',
  }).output(z.object({ papers: z.array(Paper) })),
  ...stockWordsContract,
  ...listOperation('BlankReceipts', {
    path: '/blank-receipts',
    of: 'the deliveries of certificate paper',
    access: 'stock:read',
    reads: sheetsAtHand,
    row: BlankReceipt,
    filters: StockFilters,
    sort: StockOrder,
  }),
  getBlankReceipt: sheetsOperation('/blank-receipts/{id}', {
    summary: 'One delivery of certificate paper.',
    errors: ['stock.not_found'],
  })
    .input(One)
    .output(BlankReceipt),
  receiveBlanks: operation('POST /blank-receipts', {
    summary:
      'Takes a delivery of numbered paper into the books; it can be printed on once a second person approves it.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'stock.serials_overlap', 'stock.serials_of_earlier', 'files.not_usable'],
  })
    .input(BlankReceiptEntry)
    .output(One),
  editBlankReceipt: operation('PUT /blank-receipts/{id}', {
    summary: 'Changes a delivery; after its approval only the remarks and the invoice.',
    access: 'stock:receive',
    errors: [
      'stock.not_found',
      'stock.serials_overlap',
      'stock.serials_of_earlier',
      'stock.approved_stays',
      'files.not_usable',
      'records.stale',
    ],
  })
    .input(BlankReceiptEntry.safeExtend(OneVersion.shape))
    .output(z.object({ version: Version })),
  deleteBlankReceipt: versionOperation('DELETE /blank-receipts/{id}', {
    summary: 'Deletes a delivery that was not approved.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'stock.approved_not_deleted', 'records.stale'],
  }),
  approveBlanks: versionOperation('POST /blank-receipts/{id}/approve', {
    summary: 'Approves a delivery that somebody else received: its blanks are in store from now on.',
    access: 'stock:approve',
    errors: ['stock.not_found', 'stock.own_receipt', 'stock.already_approved', 'records.stale'],
  }),
};
