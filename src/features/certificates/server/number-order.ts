import { sql } from 'kysely';

/**
 * The order of convocation numbers: by year, then by series; numbers from before the portal come last. Commands that
 * lock several certificates lock them in this order.
 */
export const numberOrder = sql`(
  certificates.convocation_year, certificates.number_series_id, certificates.number_scope, certificates.convocation_sequence,
  certificates.convocation_number)`;

type Numbered = {
  convocation_year: number;
  /** Null, like scope and sequence, if the number is from before the portal. */
  number_series_id: string | null;
  number_scope: string | null;
  convocation_sequence: number | null;
  convocation_number: string;
};

/** The same order for rows already read. */
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
