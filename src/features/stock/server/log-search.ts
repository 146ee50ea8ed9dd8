import { sql } from 'kysely';
import type { LogSearch } from '#platform/server/db/log-search.ts';
import { splitSerial } from '../serials.ts';

/** Of a sheet the delivery that it came with, and each act that moved it, which is recorded of its paper. */
export const movementsOfSheet: LogSearch = (_db, { typed }) => {
  const serial = splitSerial(typed);
  if (serial === null) return [];
  const deliveries = sql`select id from blank_receipts
    where serial_prefix = ${serial.prefix} and ${serial.number}::int between first_serial and last_serial`;
  const acts = sql`custody_acts join blank_movements on custody_act_id = custody_acts.id
    where blank_receipt_id in (${deliveries}) and ${serial.number}::int between first_number and last_number`;
  return [
    { type: 'blank_receipt', records: deliveries },
    {
      type: 'paper',
      records: sql`select paper_id as id from ${acts}`,
      requests: sql`select request_id from ${acts}`,
    },
  ];
};
