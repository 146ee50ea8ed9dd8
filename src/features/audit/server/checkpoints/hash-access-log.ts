import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type pg from 'pg';
import { momentText } from '#platform/server/db/audit-chain.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { CheckpointFile } from './checkpoint.ts';

/** Runs a query with `$1, $2 …`, in a transaction of the portal or on a plain connection. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

const batch = 5_000;

/** SHA-256 over the entries of a day in India, one canonical JSON per line, in the order they were written. */
export async function hashAccessLog(query: RunQuery, day: string) {
  const digest = createHash('sha256');
  let entries = 0;
  for (let after = 0; ; ) {
    const { rows } = (await query(
      `select id, kind, subject, staff_id, person, network, file_id, record, count,
              ${momentText('at')} as moment, ${momentText('hour')} as hour
         from access_log
        where id > $1 and at >= $2::timestamptz and at < $2::timestamptz + interval '1 day'
        order by id
        limit $3`,
      [after, startOf(day), batch],
    )) as { rows: { id: number }[] };
    for (const row of rows) digest.update(`${canonicalize({ ...row, id: Number(row.id) })}\n`);
    entries += rows.length;
    if (rows.length < batch) return { entries, hash: digest.digest('hex') };
    after = Number(rows.at(-1)!.id);
  }
}

/** Midnight in India. */
export function startOf(day: string): string {
  return `${day}T00:00:00+05:30`;
}

/** Entries are kept for a year; of the oldest day, some are already gone. */
const daysKept = 364;

/** Names the first kept day whose access log differs from its checkpoint; null when all agree. */
export async function faultInAccessLog(client: pg.ClientBase, checkpoints: readonly CheckpointFile[]) {
  const firstKept = addDays(dayInIndia(new Date()), -daysKept);
  for (const { day, accessLog } of checkpoints.filter((checkpoint) => checkpoint.day >= firstKept)) {
    const found = await hashAccessLog((text, values) => client.query(text, values), day);
    if (found.hash !== accessLog.hash)
      return `the access log of ${day} has ${found.entries} entries and is not the one of its checkpoint, which had ${accessLog.entries}`;
  }
  return null;
}
