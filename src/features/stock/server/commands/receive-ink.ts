import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import type { InkReceiptEntry } from '../../ink-contract.ts';
import { inkReceiptColumns } from '../ink-receipts.ts';
import { lockInk } from '../inks.ts';
import { refuseForeignInvoice } from '../stock-records.ts';

/** Takes a delivery of ink into the books. It counts as stock once a second person approves it. */
export const receiveInk = command('receiveInk', async (transaction, input: InkReceiptEntry) => {
  const { db, actor, now, audit } = transaction;
  const ink = await lockInk(db, input.inkId);
  await refuseForeignInvoice(transaction, input.invoiceFileId);

  const id = uuid();
  await db
    .insertInto('ink_receipts')
    .values({ id, ...inkReceiptColumns(input), received_by: actor.id, received_at: now })
    .execute();

  audit({
    event: 'stock.ink_received',
    record: { type: 'ink_receipt', id, label: ink.label },
    after: input,
  });
  return { id };
});
