import { unscoped } from '#platform/server/db/database.ts';
import { mostFound, type RecordSearch } from '#platform/server/db/record-search.ts';
import { readSerial } from '../serials.ts';

/**
 * Finds a numbered sheet by serial. Paper belongs to no college, and the hit does not disclose whose certificate it
 * became.
 */
export const blankSearch: RecordSearch = {
  kind: 'sheet',
  find: async (db, _scope, text) => {
    const typed = text.toUpperCase().replace(/\s/g, '');
    const [, prefix, digits] = /^([A-Z]{1,4})(\d{1,6})$/.exec(typed) ?? [];
    if (prefix === undefined || digits === undefined) return [];
    const serial = readSerial(typed);
    const rows = await unscoped(db)
      .selectFrom('blanks')
      .where((eb) =>
        eb.or([
          eb('serial', '=', serial),
          eb.between('serial', `${prefix}${digits.padEnd(6, '0')}`, `${prefix}${digits.padEnd(6, '9')}`),
        ]),
      )
      .orderBy((eb) => eb('serial', '<>', serial))
      .orderBy('serial')
      .limit(mostFound)
      .select(['id', 'serial'])
      .execute();
    return rows.map((row) => ({ id: row.id, match: row.serial === serial ? 'exact' : 'begins' }));
  },
  show: async (db, _scope, ids) => {
    const rows = await unscoped(db)
      .selectFrom('blanks')
      .innerJoin('papers', 'papers.id', 'blanks.paper_id')
      .where('blanks.id', 'in', ids)
      .select(['blanks.id', 'blanks.serial', 'blanks.state', 'papers.name', 'papers.colour'])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: row.serial,
      title: `${row.name}, ${row.colour}`,
      note: '',
      state: row.state,
    }));
  },
};
