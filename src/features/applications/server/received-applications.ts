import { sql } from 'kysely';
import { listPatterns, possibleWholeNumbers } from '#features/masters/server/number-series.ts';
import { containsPattern, type Db, hasTerm, searchForm } from '#platform/server/db/database.ts';
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

/** Student, roll and convocation number by text, the receiver by id. */
async function termOf(db: Db, search: string): Promise<Term<'applications'>> {
  const term = await searchForm(db, search);
  const numbers = await numberTerms(db, term);
  const receivers = db.selectFrom('staff').select('id').where(hasTerm(sql`name, email`, search));
  const receiverIds = idsOf(await receivers.execute());
  return textTerm(
    db,
    term,
    (text) => (eb) =>
      eb.or([
        eb.and([text, isInShownText(term)]),
        ...(receiverIds.length > 0 ? [eb('applications.received_by', 'in', receiverIds)] : []),
        ...numbers.map((number) =>
          eb(sql`search_form(applications.convocation_number)`, 'like', containsPattern(number)),
        ),
      ]),
  );
}

/**
 * What to look for in convocation numbers: the term, if it can be part of one and is not only letters; and the whole
 * numbers that it spells.
 */
async function numberTerms(db: Db, term: string): Promise<string[]> {
  const patterns = await listPatterns(db);
  const isPart = /[^a-z]/.test(term) && patterns.some((pattern) => mayContain(searched(pattern), term));
  const whole = await Promise.all(possibleWholeNumbers(patterns, term).map((one) => searchForm(db, one)));
  return [...(isPart ? [term] : []), ...whole];
}

/** The pattern of the numbers as they are searched: without blanks and dots. */
function searched(pattern: NumberPattern): NumberPattern {
  return pattern.map((part) =>
    part.kind === 'text' ? { ...part, text: part.text.replace(/[ .]/g, '') } : part,
  );
}

/** The text begins with the line of the registration number, which this list does not search. */
function isInShownText(term: string) {
  const text = sql.ref('applications.search_text');
  return sql<boolean>`strpos(substr(${text}, strpos(${text}, E'\n')), ${term}) > 0`;
}
