import { formatSerial, type SerialRange } from '../serials.ts';

type SerialColumns = { serial_prefix: string; first_number: number; last_number: number };

/** The serial range of a row. */
export function rangeOf(row: SerialColumns): SerialRange {
  return { prefix: row.serial_prefix, first: row.first_number, last: row.last_number };
}

/** The same in the contract's form. */
export function serialsOf(row: SerialColumns) {
  return {
    firstSerial: formatSerial(row.serial_prefix, row.first_number),
    lastSerial: formatSerial(row.serial_prefix, row.last_number),
  };
}
