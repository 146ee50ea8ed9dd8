import { sql } from 'kysely';
import { contributorsTo } from '#platform/server/db/contributors.ts';
import { type Db, hasTerm, type ListQuery } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { FileReference } from '#shared/fields.ts';
import { splitSerial } from '../serials.ts';
import type { StockEntry, StockFilters } from '../stock-record.ts';

/** The common columns of both kinds of delivery, named as in the contract; queries use the same aliases. */
export const recordColumns = [
  'receipt.id',
  'receipt.total_quantity',
  'receipt.received_quantity',
  'receipt.rejected_quantity',
  'receipt.received_on',
  'receipt.received_at',
  'receipt.received_by as received_by_id',
  'receipt.approved_at',
  'receipt.remarks',
  'receipt.version',
  'kind.code',
  'kind.name',
  'kind.colour',
  'receiver.name as received_by',
  'approver.name as approved_by',
  contributorsTo(sql.ref('receipt.id')).as('contributor_ids'),
  sql<FileReference | null>`case when files.id is not null then json_build_object(
    'id', files.id, 'name', files.original_name, 'mediaType', files.media_type, 'byteSize', files.byte_size) end`.as(
    'invoice',
  ),
] as const;

export type Stored = StockEntry & { receivedQuantity: number };

/** A kind of delivery, with what its commands need to know. */
type ReceiptKind<Row extends object, Receipt, Entry> = {
  /** The record type in the audit log. */
  type: 'blank_receipt' | 'ink_receipt';
  events: Record<'received' | 'edited' | 'deleted', AuditEventName>;
  rows: (db: Db) => ListQuery<Row>;
  record: (row: Row) => Receipt;
  /** An entry as table columns. */
  stored: (entry: Entry) => Stored;
  /** The fields of an entry or of a change as the audit log has them. */
  audited: (fields: Record<string, unknown>) => Record<string, unknown>;
  /** The kind delivered, locked until the transaction ends. */
  lockGoods: (db: Db, entry: Entry) => Promise<{ name: string; colour: string }>;
  /** The last part of a delivery's label in the audit log. */
  serialsOf: (delivery: Receipt | Entry) => string;
};

export type Receipts<Receipt, Entry> = ReturnType<typeof receiptsOf<object, Receipt, Entry>>;

/** A kind of delivery with the queries derived from its declaration. */
export function receiptsOf<Row extends object, Receipt, Entry>(kind: ReceiptKind<Row, Receipt, Entry>) {
  const { rows, record, ...known } = kind;
  const table = `${kind.type}s` as const;
  async function get(db: Db, id: string): Promise<Receipt> {
    const row = await rows(db).where(sql.ref('receipt.id'), '=', id).executeTakeFirst();
    if (!row) throw domainError('stock.not_found');
    // Kysely's row type is equivalent but spelt differently.
    return record(row as Row);
  }
  return {
    ...known,
    ...listQueries({
      order: {
        columns: {
          receivedAt: { column: 'receipt.received_at', type: 'timestamptz' },
          name: { column: 'kind.name', type: 'name' },
          code: { column: 'kind.code', type: 'text' },
          colour: { column: 'kind.colour', type: 'name' },
        },
        id: 'receipt.id',
        first: '-receivedAt',
      },
      queue: ({ approval }: StockFilters) =>
        approval === 'waiting' ? { column: 'receipt.received_at', type: 'timestamptz' } : undefined,
      rows: (db, filters: StockFilters) => rows(db).where(matching(kind.type, filters)),
      record,
    }),
    table,
    get,
    async lock(db: Db, id: string): Promise<Receipt> {
      await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
      return get(db, id);
    },
  };
}

/** Searches name, code and colour, or for the serial of a sheet. Deliveries are few, so no index is needed. */
function matching(type: string, { search, category, approval }: StockFilters) {
  const serial = type === 'blank_receipt' ? splitSerial(search) : null;
  const conditions = [
    serial
      ? sql<boolean>`receipt.serial_prefix = ${serial.prefix} and ${serial.number}::int between receipt.first_serial and receipt.last_serial`
      : hasTerm(
          sql`kind.name, kind.code, kind.colour, kind.names->>'kn', kind.names->>'hi', kind.colours->>'kn', kind.colours->>'hi'`,
          search,
        ),
  ];
  if (category !== 'all') conditions.push(sql`kind.colour = ${category}`);
  if (approval === 'waiting') conditions.push(sql`receipt.approved_at is null`);
  if (approval === 'approved') conditions.push(sql`receipt.approved_at is not null`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
