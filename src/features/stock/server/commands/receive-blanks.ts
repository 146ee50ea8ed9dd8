import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { command } from '#server/command.ts';
import { unscoped } from '#server/db/database.ts';
import { invalidInput, refusal } from '#server/refusal.ts';
import type { BlankReceiptEntry } from '../../contract.ts';

/** Takes a delivery of numbered paper into the books. Its blanks exist once a second person approves it. */
export const receiveBlanks = command('receiveBlanks', async (transaction, input: BlankReceiptEntry) => {
  const { db, actor, audit } = transaction;
  const accepted = input.lastSerial - input.firstSerial + 1;
  if (accepted < 1)
    throw invalidInput([{ path: 'lastSerial', message: 'The last serial comes after the first.' }]);
  const paper = await db
    .selectFrom('papers')
    .select(['name', 'colour'])
    .where('id', '=', input.paperId)
    .executeTakeFirst();
  if (!paper) throw refusal('stock.not_found');
  // Two deliveries are recorded one after the other, so that their ranges cannot pass each other unseen.
  await sql`lock table blank_receipts in share row exclusive mode`.execute(unscoped(db));
  const overlap = await db
    .selectFrom('blank_receipts')
    .select('id')
    .where('serial_prefix', '=', input.serialPrefix)
    .where('first_serial', '<=', input.lastSerial)
    .where('last_serial', '>=', input.firstSerial)
    .executeTakeFirst();
  if (overlap) throw refusal('stock.serials_overlap');

  const id = uuid();
  await db
    .insertInto('blank_receipts')
    .values({
      id,
      paper_id: input.paperId,
      serial_prefix: input.serialPrefix,
      first_serial: input.firstSerial,
      last_serial: input.lastSerial,
      total_quantity: accepted + input.rejectedQuantity,
      rejected_quantity: input.rejectedQuantity,
      received_on: input.receivedOn,
      received_by: actor.id,
      remarks: input.remarks || null,
    })
    .execute();

  audit({
    event: 'stock.received',
    record: { type: 'blank_receipt', id, label: `${paper.name}, ${paper.colour}` },
    after: { ...input, accepted },
  });
  return { id };
});
