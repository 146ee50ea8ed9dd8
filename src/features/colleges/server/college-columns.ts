import { toRow } from '#platform/server/db/database.ts';
import type { CollegeEntry } from '../contract.ts';

/** The entered fields as columns of the row. */
export function collegeColumns(entry: CollegeEntry) {
  return toRow({ ...entry, email: entry.email || null });
}
