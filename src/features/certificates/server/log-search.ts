import { readSerial } from '#features/stock/serials.ts';
import type { LogSearch } from '#platform/server/db/log-search.ts';

/** By the serial of each sheet that a certificate had. */
export const certificatesOfSheet: LogSearch = (db, { typed }) => [
  {
    type: 'certificate',
    records: db
      .selectFrom('sheets')
      .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
      .select('sheets.certificate_id as id')
      .where('blanks.serial', '=', readSerial(typed)),
  },
];
