import { sql } from 'kysely';
import { byName, type Db, hasTerm } from '#platform/server/db/database.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import { maximumFound, recordSearch } from '#platform/server/db/record-search.ts';
import { collegeOf } from '#platform/server/db/scope.ts';

/** By name or Email Id, from three characters. Staff of one college find only that college's staff. */
export const personSearch = recordSearch({
  table: 'staff',
  rows: (db) =>
    people(db)
      .select(['staff.id', 'email', 'name', 'role'])
      .select((eb) =>
        eb.selectFrom('colleges').whereRef('colleges.id', '=', 'staff.college_id').select('code').as('code'),
      ),
  by: async (db, text) => {
    if ([...text].length < 3) return [];
    const isExact = hasKey('staff.email_key', identityKey(text));
    const rows = await people(db)
      .where((eb) => eb.or([isExact, hasTerm(sql`staff.name, staff.email`, text)]))
      .orderBy(byName('staff.name'))
      .orderBy('staff.id')
      .limit(maximumFound)
      .select(['staff.id', isExact.as('is_exact')])
      .execute();
    return rows.map((row) => ({ id: row.id, match: row.is_exact ? 'exact' : 'name' }));
  },
  show: (row) => ({ number: row.email, title: row.name, note: row.code ?? 'ALL', state: row.role }),
});

function people(db: Db) {
  const collegeId = collegeOf(db);
  const all = db.selectFrom('staff');
  return collegeId === null ? all : all.where('staff.college_id', '=', collegeId);
}
