import { sql } from 'kysely';

/** The order of convocation numbers: by year, within it by series. Whoever locks several certificates locks them so. */
export const numberOrder = sql`(
  certificates.convocation_year, certificates.number_series_id, certificates.number_scope, certificates.convocation_sequence)`;

type Numbered = {
  convocation_year: number;
  number_series_id: string;
  number_scope: string;
  convocation_sequence: number;
};

/** The same of rows that are read already. */
export function byNumber(one: Numbered, other: Numbered): number {
  return (
    one.convocation_year - other.convocation_year ||
    one.number_series_id.localeCompare(other.number_series_id) ||
    one.number_scope.localeCompare(other.number_scope) ||
    one.convocation_sequence - other.convocation_sequence
  );
}
