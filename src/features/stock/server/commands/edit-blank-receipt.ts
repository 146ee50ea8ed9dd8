import { command } from '#platform/server/command.ts';
import type { BlankReceiptEntry } from '../../blank-contract.ts';
import { formatRanges, parseSerials } from '../../serials.ts';
import type { OneVersion } from '../../stock-record.ts';
import { blankReceipts } from '../blank-receipts.ts';
import { editDelivery } from '../receipt-commands.ts';

export const editBlankReceipt = command(
  'editBlankReceipt',
  (transaction, { id, version, ...typed }: BlankReceiptEntry & OneVersion) => {
    // Serials that are only written otherwise are no change.
    const rejectedSerials = formatRanges(parseSerials(typed.rejectedSerials).ranges);
    return editDelivery(transaction, blankReceipts, { id, version, entry: { ...typed, rejectedSerials } });
  },
);
