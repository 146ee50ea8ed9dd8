import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { BlankReceiptEntry } from '../../blank-contract.ts';
import { blankReceipts } from '../blank-receipts.ts';
import { receiveDelivery } from '../receipt-commands.ts';

/**
 * Takes a delivery of numbered paper into the books. Its blanks exist once a second person approves it. Serials that overlap
 * are refused by blank_receipts__serials_once, also when two are recorded in the same instant.
 */
export const receiveBlanks = command('receiveBlanks', async (transaction, entry: BlankReceiptEntry) => {
  const paper = await transaction.db
    .selectFrom('papers')
    .select(['name', 'colour'])
    .where('id', '=', entry.paperId)
    .executeTakeFirst();
  if (!paper) throw domainError('stock.not_found');
  return receiveDelivery(transaction, blankReceipts, { entry, goods: paper });
});
