import { sql } from 'kysely';
import { command } from '#server/command.ts';
import { unscoped } from '#server/db/database.ts';
import { refusal } from '#server/refusal.ts';
import { formatSerial } from '../../rules.ts';

/** Approves a delivery that somebody else received: its blanks are in store from now on, one row each. */
export const approveBlanks = command('approveBlanks', async (transaction, input: { id: string }) => {
  const { db, actor, now, audit } = transaction;
  const receipt = await db
    .selectFrom('blank_receipts')
    .selectAll()
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst();
  if (!receipt) throw refusal('stock.not_found');
  if (receipt.approved_by !== null) throw refusal('stock.already_approved');
  if (receipt.received_by === actor.id) throw refusal('stock.own_receipt');

  await db
    .updateTable('blank_receipts')
    .set({ approved_by: actor.id, approved_at: now })
    .where('id', '=', receipt.id)
    .execute();
  await sql`
    insert into blanks (id, blank_receipt_id, paper_id, serial)
    select gen_random_uuid(), ${receipt.id}, ${receipt.paper_id}, ${receipt.serial_prefix} || lpad(number::text, 6, '0')
      from generate_series(${receipt.first_serial}::int, ${receipt.last_serial}::int) number
  `.execute(unscoped(db));

  audit({
    event: 'stock.approved',
    record: {
      type: 'blank_receipt',
      id: receipt.id,
      label: `${formatSerial(receipt.serial_prefix, receipt.first_serial)} to ${formatSerial(receipt.serial_prefix, receipt.last_serial)}`,
    },
    after: { inStore: receipt.last_serial - receipt.first_serial + 1 },
  });
  return {};
});
