import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { Movement, type MovementFilters } from '../custody-contract.ts';
import { splitSerial } from '../serials.ts';
import { runNumber, withAllRuns } from './ink-uses.ts';
import { serialsOf } from './serial-columns.ts';

export const movements = listQueries({
  order: { column: 'movement.id', type: 'bigint', id: 'movement.id', idType: 'bigint', direction: 'desc' },
  rows: (db, filters: MovementFilters) => filtered(movementRows(db), filters),
  record: toMovement,
});

/** Every movement of one sheet since its receipt. */
export async function movementsOf(db: Db, blank: { receiptId: string; number: number }): Promise<Movement[]> {
  const rows = await movementRows(db)
    .where('movement.blank_receipt_id', '=', blank.receiptId)
    .where('movement.first_number', '<=', blank.number)
    .where('movement.last_number', '>=', blank.number)
    .orderBy('movement.id')
    .execute();
  return rows.map(toMovement);
}

/** Who acted, and the second person: the witness, or who approved the delivery. */
const nameOfDoer = sql<string>`coalesce(receiver.name, doer.name)`;
const nameOfSecond = sql<string | null>`case when receiver.id is null then witness.name else doer.name end`;

/** An opening balance is received and issued at the moment of its upload. */
const isOpening = sql<boolean>`receipt.opening_import_id is not null and custody.acted_at = receipt.approved_at`;

const destruction = sql<Movement['destruction']>`case when movement.act = 'destroyed' then (
  select json_build_object('method', method, 'remarks', remarks)
    from blanks
    join destruction_blanks on destruction_blanks.blank_id = blanks.id
    join destructions on destructions.id = destruction_blanks.destruction_id
   where blanks.blank_receipt_id = movement.blank_receipt_id and blanks.number = movement.first_number
) end`;

/** One command writes the batch, or its return, and the act with the same timestamp. */
const signing = sql<
  Movement['signing']
>`case when movement.act in ('sent_for_signature', 'back_from_signature') then (
  select json_build_object(
           'batch', ${numberTextOf('batch', 'batch.batch_number')}, 'office', batch.office, 'carriedBy', batch.carried_by,
           'outcome', case movement.act when 'back_from_signature' then put.outcome end)
    from blanks
    join sheets on sheets.blank_id = blanks.id
    join signing_batch_sheets put on put.sheet_id = sheets.id
    join signing_batches batch on batch.id = put.signing_batch_id
   where blanks.blank_receipt_id = movement.blank_receipt_id and blanks.number = movement.first_number
     and custody.acted_at = case movement.act when 'sent_for_signature' then batch.sent_at else put.back_at end
) end`;

function movementRows(db: Db) {
  return (
    withAllRuns(db)
      .selectFrom('blank_movements as movement')
      .innerJoin('custody_acts as custody', 'custody.id', 'movement.custody_act_id')
      .innerJoin('blank_receipts as receipt', 'receipt.id', 'movement.blank_receipt_id')
      .innerJoin('papers', 'papers.id', 'receipt.paper_id')
      .innerJoin('staff as doer', 'doer.id', 'custody.acted_by')
      // A delivery enters the books at approval, but the act is shown as the receiver's.
      .leftJoin('staff as receiver', (join) =>
        join.onRef('receiver.id', '=', 'receipt.received_by').on('movement.act', '=', 'received'),
      )
      .leftJoin('staff as witness', 'witness.id', 'custody.witnessed_by')
      .leftJoin('staff as giver', 'giver.id', 'movement.from_holder')
      .leftJoin('staff as taker', 'taker.id', 'movement.to_holder')
      .leftJoin('print_runs', (join) =>
        join.on('print_runs.id', '=', sql<string>`coalesce(movement.to_run, movement.from_run)`),
      )
      .select([
        'movement.id',
        'movement.act',
        'movement.first_number',
        'movement.last_number',
        'movement.quantity',
        'movement.from_state',
        'movement.to_state',
        'custody.acted_at as at',
        'custody.remark',
        'receipt.serial_prefix',
        'papers.name as paper',
        'papers.colour',
        nameOfDoer.as('by'),
        nameOfSecond.as('witness'),
        'giver.name as from_holder',
        'taker.name as to_holder',
        runNumber.as('run_number'),
        isOpening.as('is_opening'),
        destruction.as('destruction'),
        signing.as('signing'),
      ])
  );
}

/** A serial finds all of its movements; other text searches paper, people and run. */
function filtered(query: ReturnType<typeof movementRows>, { search, act, paperId }: MovementFilters) {
  let result = query;
  if (paperId !== undefined) result = result.where('receipt.paper_id', '=', paperId);
  if (act !== 'all') result = result.where('movement.act', '=', act);
  const serial = splitSerial(search);
  if (serial) {
    return result
      .where('receipt.serial_prefix', '=', serial.prefix)
      .where('movement.first_number', '<=', serial.number)
      .where('movement.last_number', '>=', serial.number);
  }
  const texts = sql`papers.name, papers.colour, ${nameOfDoer}, ${nameOfSecond}, giver.name, taker.name, ${runNumber}`;
  return result.where(hasTerm(texts, search));
}

function toMovement(row: RowOf<typeof movementRows>): Movement {
  // Acts of earlier versions have an English sentence as their remark, which their record replaces.
  const isRecorded = row.is_opening || row.destruction !== null || row.signing !== null;
  return fromRow(Movement, row, { ...serialsOf(row), remark: isRecorded ? null : row.remark });
}
