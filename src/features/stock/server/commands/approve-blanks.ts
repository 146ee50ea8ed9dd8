import { sql } from 'kysely';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { stockCan } from '../../rules.ts';
import { parseSerials, sheetsIn } from '../../serials.ts';
import { labelOf, lockBlankReceipt } from '../blank-receipts.ts';
import { recordAct } from '../move-blanks.ts';

/** Approves a delivery that somebody else received: its blanks are in store from now on, one row each. */
export const approveBlanks = command(
  'approveBlanks',
  async (transaction, { id, version }: { id: string; version: number }) => {
    const { db, actor, now, audit } = transaction;
    const receipt = await lockBlankReceipt(db, id);
    assertAllowed(stockCan.approve(receipt, actor.id));
    await assertVersion(db, { type: 'blank_receipt', row: receipt }, version);

    await db
      .updateTable('blank_receipts')
      .set({ approved_by: actor.id, approved_at: now, version: receipt.version + 1 })
      .where('id', '=', id)
      .execute();
    const actId = await recordAct(transaction, { act: 'received', paperId: receipt.paperId });
    await sql`
      insert into blanks (id, blank_receipt_id, paper_id, serial, number, custody_act_id)
      select gen_random_uuid(), r.id, r.paper_id, r.serial_prefix || lpad(number::text, 6, '0'), number, ${actId}
        from blank_receipts r, generate_series(r.first_serial, r.last_serial) number
       where r.id = ${id} and number <> all (r.rejected_serials)
    `.execute(unscoped(db));

    const rejected = sheetsIn(parseSerials(receipt.rejectedSerials).ranges);
    audit({
      event: 'stock.approved',
      record: { type: 'blank_receipt', id, label: labelOf(receipt) },
      after: { inStore: receipt.lastSerial - receipt.firstSerial + 1 - rejected },
    });
    return {};
  },
);
