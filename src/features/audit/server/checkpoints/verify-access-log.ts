import type pg from 'pg';
import { addDays, dayInIndia } from '#shared/dates.ts';
import type { CheckpointFile } from './checkpoint.ts';
import { hashAccessLog } from './hash-access-log.ts';

/** Entries are kept for a year; the day at its edge is half gone. */
const daysKept = 364;

/** The first day whose access log is not the one of its checkpoint; null when all days that are kept agree. */
export async function faultInAccessLog(client: pg.ClientBase, checkpoints: readonly CheckpointFile[]) {
  const firstKept = addDays(dayInIndia(new Date()), -daysKept);
  for (const { day, accessLog } of checkpoints.filter((checkpoint) => checkpoint.day >= firstKept)) {
    const found = await hashAccessLog((text, values) => client.query(text, values), day);
    if (found.hash !== accessLog.hash)
      return `the access log of ${day} has ${found.entries} entries and is not the one of its checkpoint, which had ${accessLog.entries}`;
  }
  return null;
}
