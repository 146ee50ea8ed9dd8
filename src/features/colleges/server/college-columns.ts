import { toRow } from '#platform/server/db/database.ts';
import type { College, CollegeEntry } from '../contract.ts';

/** The entered fields as columns of the row. */
export function collegeColumns(entry: CollegeEntry) {
  return toRow({ ...entry, email: entry.email || null });
}

/** What was entered of a college, for the audit log and for proposals. */
export function entryOf(college: College): CollegeEntry {
  const { id: _id, usedBy: _usedBy, proposal: _proposal, version: _version, ...entry } = college;
  return entry;
}
