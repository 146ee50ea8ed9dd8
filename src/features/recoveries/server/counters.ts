import { sql } from 'kysely';
import { formatBundleNumber, formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { formatRunNumber } from '#features/print-runs/rules.ts';
import { formatSerial } from '#features/stock/serials.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { RecoveryKind } from '../contract.ts';

/** A counter in the restored database. */
export type Counter = {
  kind: RecoveryKind;
  /** The counter's key; for serials the stock. */
  series: string;
  name: string;
  /** Null if the counter had not begun. */
  kept: number | null;
  /** The last number as printed; null if there is none. */
  label: string | null;
  /** Whether somebody has to enter its last number. */
  isAsked: boolean;
  isRecent: boolean;
};

/** What the database knows of a counter: when it gave its last number, the year of one that has not begun, a stock's prefix. */
type Counted = { givenAt: string | null; year: number | null; prefix: string | null };

export const formats = {
  acknowledgement: String,
  print_run: formatRunNumber,
  deposit_slip: formatSlipNumber,
  bundle: formatBundleNumber,
  signing_batch: formatSigningBatchNumber,
} as const;

/** Every counter of the portal. Signing batches are not asked for: nobody would look for their numbers on paper. */
export async function readCounters(db: Db, restoredTo: Date): Promise<Counter[]> {
  const { rows } = await sql<Omit<Counter, 'label' | 'isRecent'> & Counted & { given: string | null }>`
    select k.kind, k.series, count_name(k.series) as name, k.last_kept as kept, k.year, k.prefix,
           coalesce(c.convocation_number, lost.found_label) as given, c.created_at as "givenAt",
           k.kind <> 'signing_batch' and (k.kind <> 'serial' or exists (
             select from blanks b join blank_receipts r on r.id = b.blank_receipt_id
              where k.series = stock_counter(r.paper_id, r.serial_prefix) and b.state in ('in_store', 'issued', 'bound'))) as "isAsked"
      from counts_after_restore() k
      left join certificates c
        on k.kind = 'convocation' and k.series = series_counter(c.number_series_id, c.number_scope)
       and c.convocation_sequence = k.last_kept
      left join lateral (
        select n.found_label from recovery_numbers n join recoveries r on r.id = n.recovery_id and r.confirmed_at is not null
         where k.kind = 'convocation' and n.series = k.series and n.last_found = k.last_kept and n.found_label is not null
         limit 1
      ) as lost on true
     order by k.kind, k.last_kept is null, name desc
  `.execute(db);
  return rows.map(({ given, givenAt, year, prefix, ...count }) => ({
    ...count,
    label: count.kind === 'convocation' ? given : labelOf(count, prefix),
    isRecent: isRecent(count, { givenAt, year }, restoredTo),
  }));
}

function labelOf({ kind, kept }: Pick<Counter, 'kind' | 'kept'>, prefix: string | null): string | null {
  if (!kept || kind === 'convocation') return null;
  return kind === 'serial' ? formatSerial(prefix!, kept) : formats[kind](kept);
}

/** A convocation counter that has been unused for 90 days, or of a past year, rarely gives another number. */
function isRecent(
  { kind, kept }: Pick<Counter, 'kind' | 'kept'>,
  { givenAt, year }: Pick<Counted, 'givenAt' | 'year'>,
  restoredTo: Date,
): boolean {
  if (kind !== 'convocation') return true;
  if (kept !== null)
    return givenAt === null || new Date(givenAt).getTime() > restoredTo.getTime() - 90 * 24 * 3_600_000;
  return year === null || year >= restoredTo.getFullYear();
}
