import { sql } from 'kysely';
import { formatBundleNumber, formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { formatRunNumber } from '#features/print-runs/rules.ts';
import { formatSerial } from '#features/stock/serials.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import type { RecoveryKind } from '../contract.ts';

/** One count as the restored database knows it. */
export type Count = {
  kind: RecoveryKind;
  /** Its counter; of serials the stock. */
  series: string;
  kept: number;
  /** As it stands on paper; null where its count has given none. */
  label: string | null;
  /** Somebody has to say how far it went. */
  isAsked: boolean;
  paperId?: string;
};

export const formats = {
  acknowledgement: String,
  print_run: formatRunNumber,
  deposit_slip: formatSlipNumber,
  bundle: formatBundleNumber,
  signing_batch: formatSigningBatchNumber,
} as const;

const counters = {
  acknowledgement: 'acknowledgement',
  print_run: 'print run',
  deposit_slip: 'deposit slip',
  bundle: 'bundle',
  signing_batch: 'signing batch',
} as const;

/** Every count of the portal. A count of certificates is asked for while numbers of it were given within so long a time before the restore. */
export async function readCounts(db: Db, restoredTo: Date): Promise<Count[]> {
  const rows = await db.selectFrom('number_counters').selectAll().execute();
  const given = new Map(rows.map(({ series, last_number }) => [series, last_number]));
  const plain = Object.entries(counters).flatMap(([name, series]) => {
    const kind = name as keyof typeof counters;
    const kept = given.get(series) ?? 0;
    // No paper carries it that the office would look for: it counts on by a thousand, where it counted at all.
    if (kind === 'signing_batch' && !given.has(series)) return [];
    return [
      { kind, series, kept, label: kept ? formats[kind](kept) : null, isAsked: kind !== 'signing_batch' },
    ];
  });
  return [...plain, ...(await readCertificateCounts(db, restoredTo)), ...(await readStocks(db))];
}

async function readCertificateCounts(db: Db, restoredTo: Date): Promise<Count[]> {
  const { rows } = await sql<{ series: string; kept: number; label: string | null; isAsked: boolean }>`
    select k.series, k.last_number as kept, c.convocation_number as label,
           coalesce(c.created_at > ${restoredTo}::timestamptz - interval '90 days', false) as "isAsked"
      from number_counters k
      left join certificates c
        on k.series = rtrim('certificates ' || c.number_series_id || ' ' || c.number_scope) and c.convocation_sequence = k.last_number
     where k.series like 'certificates %'
     order by k.series
  `.execute(unscoped(db));
  return rows.map((row) => ({ ...row, kind: 'convocation' as const }));
}

/** The last serial of each paper and prefix that is known to be printed; asked for where sheets are left to print on. */
async function readStocks(db: Db): Promise<Count[]> {
  const { rows } = await sql<{ paperId: string; prefix: string; kept: number; isAsked: boolean }>`
    select r.paper_id as "paperId", r.serial_prefix as prefix,
           coalesce(max(b.number) filter (where s.outcome is not null), 0)::integer as kept,
           bool_or(b.state in ('in_store', 'issued')) and bool_or(s.outcome is not null) as "isAsked"
      from blank_receipts r join blanks b on b.blank_receipt_id = r.id left join sheets s on s.blank_id = b.id
     group by r.paper_id, r.serial_prefix
     order by r.serial_prefix
  `.execute(unscoped(db));
  return rows.map(({ paperId, prefix, kept, isAsked }) => ({
    kind: 'serial' as const,
    series: `serial ${paperId} ${prefix}`,
    kept,
    label: kept ? formatSerial(prefix, kept) : null,
    isAsked,
    paperId,
  }));
}
