import { sql } from 'kysely';
import { readSerial } from '#features/stock/serials.ts';
import type { LogSearch } from '#platform/server/db/log-search.ts';

/** By the serial of each sheet that a certificate had. */
export const certificatesOfSheet: LogSearch = ({ typed }) => [
  {
    type: 'certificate',
    records: sql`select certificate_id as id from sheets join blanks on blanks.id = blank_id
      where serial = ${readSerial(typed)}`,
  },
];
