import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { BlankReceiptEntry } from '../../blank-contract.ts';
import { labelOf, receiptColumns } from '../blank-receipts.ts';
import { refuseForeignInvoice } from '../stock-records.ts';

/** Takes a delivery of numbered paper into the books. Its blanks exist once a second person approves it. */
export const receiveBlanks = command('receiveBlanks', async (transaction, input: BlankReceiptEntry) => {
  const { db, actor, now, audit } = transaction;
  const paper = await db
    .selectFrom('papers')
    .select(['name', 'colour'])
    .where('id', '=', input.paperId)
    .executeTakeFirst();
  if (!paper) throw domainError('stock.not_found');
  await refuseForeignInvoice(transaction, input.invoiceFileId);

  const id = uuid();
  // Serials that overlap are refused by blank_receipts__serials_once, also when two are recorded in the same instant.
  const columns = receiptColumns(input);
  await db
    .insertInto('blank_receipts')
    .values({ id, ...columns, received_by: actor.id, received_at: now })
    .execute();

  audit({
    event: 'stock.received',
    record: { type: 'blank_receipt', id, label: labelOf({ ...paper, ...input }) },
    after: { ...input, receivedQuantity: columns.received_quantity },
  });
  return { id };
});
