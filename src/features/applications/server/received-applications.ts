import { sql } from 'kysely';
import { listPatterns } from '#features/masters/server/number-series.ts';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { containsPattern, type Db, hasTerm, isAmong, searchForm } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { Term } from '#platform/server/db/search-page.ts';
import type { Search } from '#shared/fields.ts';
import { idsOf } from '#shared/ids-of.ts';
import { mayContain, type NumberPattern } from '#shared/number-pattern.ts';
import { listOfReceivedApplications } from './application-lists.ts';
import { textTerm } from './search-applications.ts';

export const {
  page: listReceivedApplications,
  count: countReceivedApplications,
  sums: sumReceivedApplications,
} = listQueries({
  ...listOfReceivedApplications,
  rows: async (db, { search }: Search) => ({
    table: 'applications',
    rows: db.selectFrom('applications').selectAll('applications'),
    search: search ? await termOf(db, search) : undefined,
  }),
});

/** Student and numbers of the award by text, the receiver by id, other numbers as a whole. */
async function termOf(db: Db, search: string): Promise<Term<'applications'>> {
  const term = await searchForm(db, search);
  const isNumber = await isPartOfNumber(db, term);
  const { applications } = await findNumbered(db, search);
  const receivers = db.selectFrom('staff').select('id').where(hasTerm(sql`name, email`, search));
  const receiverIds = idsOf(await receivers.execute());
  return textTerm(
    db,
    term,
    (text) => (eb) =>
      eb.or([
        text,
        ...(receiverIds.length > 0 ? [eb('applications.received_by', 'in', receiverIds)] : []),
        ...(applications.length > 0 ? [isAmong('applications.id', applications)] : []),
        ...(isNumber
          ? [eb(sql`search_form(applications.convocation_number)`, 'like', containsPattern(term))]
          : []),
      ]),
  );
}

/** Whether a term can be part of a convocation number and is not only letters. */
async function isPartOfNumber(db: Db, term: string): Promise<boolean> {
  const patterns = await listPatterns(db);
  return /[^a-z ]/.test(term) && patterns.some((pattern) => mayContain(searched(pattern), term));
}

/** The pattern of the numbers as they are searched: without blanks and dots. */
function searched(pattern: NumberPattern): NumberPattern {
  return pattern.map((part) =>
    part.kind === 'text' ? { ...part, text: part.text.replace(/[ .]/g, '') } : part,
  );
}
