import { sql } from 'kysely';
import { fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { BlankReceipt, type BlankReceiptEntry, receivedSheets } from '../blank-contract.ts';
import { formatRanges, formatSerial, numbersIn, parseSerials, rangesOf, serialsIn } from '../serials.ts';
import { recordAct } from './move-blanks.ts';
import { lockPaper, stockCommand } from './papers.ts';
import { approveDelivery, deleteDelivery, editDelivery, receiveDelivery } from './receipt-commands.ts';
import { receiptsOf, recordColumns } from './stock-records.ts';

export const blankReceipts = receiptsOf({
  type: 'blank_receipt',
  events: { received: 'stock.received', edited: 'stock.edited', deleted: 'stock.deleted' },
  rows: (db) =>
    db
      .selectFrom('blank_receipts as receipt')
      .innerJoin('papers as kind', 'kind.id', 'receipt.paper_id')
      .innerJoin('staff as receiver', 'receiver.id', 'receipt.received_by')
      .leftJoin('staff as approver', 'approver.id', 'receipt.approved_by')
      .leftJoin('files', 'files.id', 'receipt.invoice_file_id')
      .select(recordColumns)
      .select([
        'receipt.paper_id',
        'receipt.serial_prefix',
        'receipt.first_serial',
        'receipt.last_serial',
        'receipt.rejected_serials',
        sql<boolean>`receipt.opening_import_id is not null`.as('is_opening'),
      ]),
  record: (row) => {
    const rejected = row.rejected_serials.map((number) => formatSerial(row.serial_prefix, number));
    // Earlier versions stored this text as the remark of opening balances.
    const remarks = row.is_opening && row.remarks === 'Opening balance' ? null : row.remarks;
    return fromRow(BlankReceipt, row, { rejectedSerials: formatRanges(rangesOf(rejected)), remarks });
  },
  stored: (entry: BlankReceiptEntry) => ({
    ...entry,
    receivedQuantity: receivedSheets(entry),
    rejectedSerials: parseSerials(entry.rejectedSerials).ranges.flatMap(numbersIn),
  }),
  // Single serials, because ranges are written in many ways.
  audited: (fields) => {
    const { rejectedSerials: text } = fields;
    return typeof text === 'string'
      ? { ...fields, rejectedSerials: serialsIn(parseSerials(text).ranges) }
      : fields;
  },
  lockGoods: (db, { paperId }) => lockPaper(db, paperId),
  serialsOf: ({ serialPrefix: prefix, firstSerial, lastSerial }) =>
    `, ${formatSerial(prefix, firstSerial)}–${formatSerial(prefix, lastSerial)}`,
});

/**
 * Records a delivery of numbered paper. Its blanks exist once a second person approves it. The constraint
 * blank_receipts__serials_once prevents overlapping serials, even if two deliveries are recorded at once.
 */
export const receiveBlanks = stockCommand('receiveBlanks', async (transaction, entry) => {
  const paper = await transaction.db
    .selectFrom('papers')
    .select(['name', 'colour'])
    .where('id', '=', entry.paperId)
    .executeTakeFirstOrThrow(() => domainError('stock.not_found'));
  return receiveDelivery(transaction, blankReceipts, { entry, goods: paper });
});

export const editBlankReceipt = stockCommand('editBlankReceipt', (transaction, { id, version, ...typed }) => {
  // Normalised, so that another notation of the same serials is no change.
  const rejectedSerials = formatRanges(parseSerials(typed.rejectedSerials).ranges);
  return editDelivery(transaction, blankReceipts, { id, version, entry: { ...typed, rejectedSerials } });
});

/** Approves another person's delivery: its blanks are in store from now on, one row each. */
export const approveBlanks = stockCommand('approveBlanks', async (transaction, input) => {
  const { receipt, record } = await approveDelivery(transaction, blankReceipts, input);
  const actId = await recordAct(transaction, { act: 'received', paperId: receipt.paperId });
  const { numAffectedRows } = await sql`
    insert into blanks (id, blank_receipt_id, paper_id, serial, number, custody_act_id)
    select gen_random_uuid(), r.id, r.paper_id, number_text(r.serial_prefix, number), number, ${actId}
      from blank_receipts r, generate_series(r.first_serial, r.last_serial) number
     where r.id = ${receipt.id} and number <> all (r.rejected_serials)
  `.execute(transaction.db);

  transaction.audit({ event: 'stock.approved', record, after: { inStore: Number(numAffectedRows) } });
  return {};
});

/** An unapproved delivery has no blanks yet. */
export const deleteBlankReceipt = stockCommand('deleteBlankReceipt', (transaction, input) =>
  deleteDelivery(transaction, blankReceipts, input),
);
