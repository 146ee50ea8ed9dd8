import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { momentText } from '#platform/server/db/audit-chain.ts';

/** Runs a query with `$1, $2 …`: of a transaction of the portal, or of a plain connection. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

const batch = 5_000;

/** SHA-256 over the entries of a day in India, one canonical JSON a line, in the order in which they were written. */
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
