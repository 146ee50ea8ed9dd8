import { sql } from 'kysely';
import type { LogSearch } from '#platform/server/db/log-search.ts';
import { splitSerial } from '../serials.ts';

/** The events of the delivery that a sheet came with, and of each act that moved it; these are recorded of its paper. */
export const sheetLogSearch: LogSearch = ({ typed, isOf }) => {
  const serial = splitSerial(typed);
  if (serial === null) return null;
  const deliveries = sql`select id from blank_receipts
    where serial_prefix = ${serial.prefix} and ${serial.number}::int between first_serial and last_serial`;
  const acts = sql`custody_acts join blank_movements on custody_act_id = custody_acts.id
    where blank_receipt_id in (${deliveries}) and ${serial.number}::int between first_number and last_number`;
  return sql<boolean>`(${isOf('blank_receipt', deliveries)}
    or (audit_events.record_type = 'paper' and audit_events.record_id = any (array(select paper_id::text from ${acts}))
      and audit_events.request_id = any (array(select request_id from ${acts}))))`;
};
