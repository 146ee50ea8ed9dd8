import { sql } from 'kysely';
import { readSerial } from '#features/stock/serials.ts';
import type { LogSearch } from '#platform/server/db/log-search.ts';

/** By what its application is found by, and by the serial of each of its sheets. */
export const certificateLogSearch: LogSearch = ({ typed, has, isOf }) =>
  isOf(
    'certificate',
    sql`select id from certificates where ${has(sql.ref('search_text'))}
      union all
      select certificate_id from sheets join blanks on blanks.id = blank_id where serial = ${readSerial(typed)}`,
  );
