import type { CollegeEntry } from '../contract.ts';

/** What an administrator typed, as the columns of the row. */
export function collegeColumns(entry: CollegeEntry) {
  return {
    code: entry.code,
    name: entry.name,
    contact_number: entry.contactNumber,
    address: entry.address,
    convocation_fee: entry.convocationFee,
    email: entry.email || null,
  };
}
