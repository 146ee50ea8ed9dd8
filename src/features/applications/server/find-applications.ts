import { sql } from 'kysely';
import { type Db, inScope, type Scope } from '#platform/server/db/database.ts';
import { newestFirst } from '#platform/server/db/list-page.ts';
import {
  beginning,
  findFirst,
  findInColleges,
  isName,
  type Match,
  recordSearch,
} from '#platform/server/db/record-search.ts';
import { readAcknowledgement } from '../rules.ts';
import { textTerm } from './search-applications.ts';

/** Finds applications by acknowledgement, registration and exam roll number, and by candidate name. */
export const applicationSearch = recordSearch({
  table: 'applications',
  rows: (db, scope) =>
    inScope(db, scope, 'applications')
      .innerJoin('colleges', 'colleges.id', 'applications.college_id')
      .select(['applications.id', 'acknowledgement_number', 'candidate_name', 'registration_number'])
      .select(['applications.exam_roll_number', 'applications.status', 'colleges.code']),
  by: async (db, scope, text) => {
    if (isName(text)) return findByName(db, scope, text);
    const acknowledged = await findByAcknowledgement(db, scope, text);
    const numbered = await findByNumber(db, scope, text);
    return [...acknowledged, ...numbered];
  },
  show: (row) => ({
    number: String(row.acknowledgement_number),
    title: row.candidate_name,
    note: [row.registration_number, row.exam_roll_number, row.code].join(' · '),
    state: row.status,
  }),
});

export async function findByAcknowledgement(
  db: Db,
  scope: Scope,
  text: string,
): Promise<{ id: string; match: Match }[]> {
  const number = readAcknowledgement(text);
  if (number === null) return [];
  const rows = await inScope(db, scope, 'applications')
    .where('applications.acknowledgement_number', '=', number)
    .select('applications.id')
    .execute();
  return rows.map(({ id }) => ({ id, match: 'exact' }));
}

export async function findByNumber(
  db: Db,
  scope: Scope,
  text: string,
): Promise<{ id: string; match: Match }[]> {
  if (!/\d/.test(text)) return [];
  const typed = text.toLowerCase();
  const numbered = (column: 'registration_number' | 'exam_roll_number') => {
    const number = sql<string>`lower(${sql.ref(`applications.${column}`)})`;
    const ofCollege = inScope(db, scope, 'applications').where(
      sql<boolean>`applications.college_id = colleges.id`,
    );
    return beginning(ofCollege.select(['applications.id', number.as('number')]), number, typed);
  };
  const queries = [numbered('registration_number'), numbered('exam_roll_number')];
  const found = await findInColleges(db, scope, queries, [typed]);
  return found.map(({ id, number }) => ({ id, match: number === typed ? 'exact' : 'begins' }));
}

async function findByName(db: Db, scope: Scope, text: string) {
  const order = newestFirst('applications.received_at', 'applications.id');
  const rows = inScope(db, scope, 'applications').selectAll('applications');
  return findFirst(
    db,
    { table: 'applications', rows, ...textTerm(scope, text, (hasText) => () => hasText) },
    order,
  );
}
