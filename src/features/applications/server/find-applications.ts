import { sql } from 'kysely';
import { findInColleges } from '#features/colleges/server/find-in-colleges.ts';
import { type Db, searchForm } from '#platform/server/db/database.ts';
import { readKey } from '#platform/server/db/identity.ts';
import { newestFirst } from '#platform/server/db/list-page.ts';
import {
  findFirst,
  isName,
  type Match,
  recordSearch,
  startsWith,
} from '#platform/server/db/record-search.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { readAcknowledgement } from '../rules.ts';
import { textTerm } from './search-applications.ts';

/** Finds applications by acknowledgement, registration and exam roll number, and by candidate name. */
export const applicationSearch = recordSearch({
  table: 'applications',
  rows: (db) =>
    db
      .selectFrom('applications')
      .innerJoin('colleges', 'colleges.id', 'applications.college_id')
      .select(['applications.id', 'acknowledgement_number', 'candidate_name', 'registration_number'])
      .select(['applications.exam_roll_number', 'applications.status', 'colleges.code']),
  by: async (db, text) => {
    if (isName(text)) return findByName(db, text);
    const acknowledged = await findByAcknowledgement(db, text);
    const numbered = await findByNumber(db, text);
    return [...acknowledged, ...numbered];
  },
  show: (row) => ({
    number: formatAcknowledgement(row.acknowledgement_number),
    title: row.candidate_name,
    note: [row.registration_number, row.exam_roll_number, row.code].join(' · '),
    state: row.status,
  }),
});

export async function findByAcknowledgement(db: Db, text: string): Promise<{ id: string; match: Match }[]> {
  const number = readAcknowledgement(text);
  if (number === null) return [];
  const rows = await db
    .selectFrom('applications')
    .where('applications.acknowledgement_number', '=', number)
    .select('applications.id')
    .execute();
  return rows.map(({ id }) => ({ id, match: 'exact' }));
}

export async function findByNumber(db: Db, text: string): Promise<{ id: string; match: Match }[]> {
  if (!/\p{Nd}/u.test(text)) return [];
  const typed = await readKey(db, text);
  const numbered = (column: 'registration_key' | 'roll_key') => {
    const number = sql<string>`${sql.ref(`applications.${column}`)}`;
    const ofCollege = db
      .selectFrom('applications')
      .where(sql<boolean>`applications.college_id = colleges.id`);
    return startsWith(ofCollege.select(['applications.id', number.as('number')]), number, typed);
  };
  const queries = [numbered('registration_key'), numbered('roll_key')];
  const found = await findInColleges(db, queries, [typed]);
  return found.map(({ id, number }) => ({ id, match: number === typed ? 'exact' : 'begins' }));
}

async function findByName(db: Db, text: string) {
  const order = newestFirst('applications.received_at', 'applications.id');
  const rows = db.selectFrom('applications').selectAll('applications');
  return findFirst(
    db,
    { table: 'applications', rows, ...textTerm(db, await searchForm(db, text), (hasText) => () => hasText) },
    order,
  );
}
