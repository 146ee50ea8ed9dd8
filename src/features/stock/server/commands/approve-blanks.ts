import { sql } from 'kysely';
import { command } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { parseSerials, sheetsIn } from '../../serials.ts';
import type { OneVersion } from '../../stock-record.ts';
import { blankReceipts } from '../blank-receipts.ts';
import { recordAct } from '../move-blanks.ts';
import { approveDelivery } from '../receipt-commands.ts';

/** Approves a delivery that somebody else received: its blanks are in store from now on, one row each. */
export const approveBlanks = command('approveBlanks', async (transaction, input: OneVersion) => {
  const { receipt, record } = await approveDelivery(transaction, blankReceipts, input);
  const actId = await recordAct(transaction, { act: 'received', paperId: receipt.paperId });
  await sql`
    insert into blanks (id, blank_receipt_id, paper_id, serial, number, custody_act_id)
    select gen_random_uuid(), r.id, r.paper_id, r.serial_prefix || lpad(number::text, 6, '0'), number, ${actId}
      from blank_receipts r, generate_series(r.first_serial, r.last_serial) number
     where r.id = ${receipt.id} and number <> all (r.rejected_serials)
  `.execute(unscoped(transaction.db));

  const rejected = sheetsIn(parseSerials(receipt.rejectedSerials).ranges);
  const inStore = receipt.lastSerial - receipt.firstSerial + 1 - rejected;
  transaction.audit({ event: 'stock.approved', record, after: { inStore } });
  return {};
});
