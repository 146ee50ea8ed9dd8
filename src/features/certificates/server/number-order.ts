import { sql } from 'kysely';

/**
 * The order of convocation numbers: by year, within it by series, those of before the portal last. Whoever locks several
 * certificates locks them so.
 */
export const numberOrder = sql`(
  certificates.convocation_year, certificates.number_series_id, certificates.number_scope, certificates.convocation_sequence,
  certificates.convocation_number)`;

type Numbered = {
  convocation_year: number;
  /** With scope and sequence null where the number is of before the portal. */
  number_series_id: string | null;
  number_scope: string | null;
  convocation_sequence: number | null;
  convocation_number: string;
};

/** The same of rows that are read already. */
export function byNumber(one: Numbered, other: Numbered): number {
  return (
    one.convocation_year - other.convocation_year ||
    nullsLast(one.number_series_id, other.number_series_id) ||
    nullsLast(one.number_scope, other.number_scope) ||
    (one.convocation_sequence ?? 0) - (other.convocation_sequence ?? 0) ||
    one.convocation_number.localeCompare(other.convocation_number)
  );
}

function nullsLast(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other);
}
