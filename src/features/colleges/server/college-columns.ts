import { toRow } from '#platform/server/db/database.ts';
import type { CollegeEntry } from '../contract.ts';

/** What an administrator typed, as the columns of the row. */
export function collegeColumns(entry: CollegeEntry) {
  return toRow({ ...entry, email: entry.email || null });
}
