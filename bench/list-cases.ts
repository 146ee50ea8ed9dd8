import type pg from 'pg';

/** The lists that are measured: those that grow with the applications. */
export type ListName = 'applications' | 'receivedApplications' | 'students' | 'certificates';
export type ListQuery = Record<string, string | number | undefined>;

/** A request of a list, or of its count; what a request does not name is as on the first screen. */
export type ListCase = {
  figure: string;
  list: ListName;
  operation: 'list' | 'count';
  query: ListQuery;
  /** Asked by somebody of one college. */
  isBounded?: boolean;
  /** Milliseconds that the portal may take; a count has no budget, because rows never wait for it. */
  budget: { p50?: number; p95: number } | null;
};

const place = { offset: 0, limit: 50 };
export const firstScreens: Record<ListName, ListQuery> = {
  applications: { search: '', status: 'all', stage: 'any', show: 'all', sort: '-receivedAt', ...place },
  receivedApplications: { search: '', sort: '-receivedAt', ...place },
  students: { search: '', collegeId: 'all', sort: '-createdAt', ...place },
  certificates: { search: '', stage: 'all', sort: '-createdAt', ...place },
};

const paths: Record<ListName, string> = {
  applications: 'applications',
  receivedApplications: 'received-applications',
  students: 'students',
  certificates: 'certificates',
};

export function addressOf({ list, operation, query }: ListCase): string {
  const { offset, limit, cursor, sort, ...filters } = { ...firstScreens[list], ...query };
  const asked = operation === 'list' ? { ...filters, offset, limit, sort, cursor } : filters;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) parameters.set(name, String(value));
  return `/api/${paths[list]}${operation === 'count' ? '/count' : ''}?${parameters}`;
}

type Known = Parameters<typeof casesOf>[0];

/** What the cases need of the rows that are there: places in the list, counts, and terms of some of them. */
export async function findKnown(
  pool: Pick<pg.Pool, 'query'>,
  rows: number,
  ask: <Answer>(address: string) => Promise<Answer>,
): Promise<Known> {
  const cursorBehind = async (search: string) =>
    (await ask<{ nextCursor: string }>(`/api/applications?search=${search}&limit=50`)).nextCursor;
  const countOf = async (list: string) => (await ask<{ count: number }>(`/api/${list}`)).count;
  const old = await pool.query<{ registration_number: string; candidate_name: string }>(
    'select registration_number, candidate_name from applications where acknowledgement_number = $1',
    [Math.floor(rows / 5)],
  );
  return {
    count: rows,
    cursor: await cursorBehind(''),
    searchCursor: await cursorBehind('kumar'),
    counts: {
      pending: await countOf('applications/count?status=pending'),
      verified: await countOf('applications/count?status=verified'),
      completed: await countOf('applications/count?stage=completed'),
      certificates: await countOf('certificates/count'),
      printed: await countOf('certificates/count?stage=printed'),
    },
    oldRegistration: old.rows[0]!.registration_number,
    rareName: old.rows[0]!.candidate_name,
  };
}

const page = { p50: 30, p95: 50 };
/** Skips the rows before its position. */
const jump = { p95: 150 };
/** For terms that match nothing but rows far down in the list. */
const farDown = { p95: 300 };

/** Everything that is measured, the figure that was promised first. `known` is taken from the generated rows. */
export function casesOf(known: {
  count: number;
  cursor: string;
  searchCursor: string;
  counts: { pending: number; verified: number; completed: number; certificates: number; printed: number };
  oldRegistration: string;
  rareName: string;
}): ListCase[] {
  const { count, counts } = known;
  const middle = Math.floor(count / 2);
  const last = count - 50;
  return [
    list('newest 50', {}),
    list('second page, by cursor', { offset: 50, cursor: known.cursor }),
    list(`jump to row ${middle.toLocaleString('en-IN')}`, { offset: middle }, jump),
    list('jump to the last page', { offset: last }, jump),
    ...[
      'receivedAt',
      'waitingSince',
      'candidateName',
      '-candidateName',
      'registrationNumber',
      '-examRollNumber',
    ].flatMap((sort) => [
      list(`first 50 by ${sort}`, { sort }),
      list(`jump to the last page by ${sort}`, { sort, offset: last }, jump),
    ]),
    list('to verify, the longest waiting first', { show: 'to_verify', sort: undefined }),
    list('overdue, the longest waiting first', { show: 'overdue', sort: undefined }),
    bounded(list('to verify, the longest waiting first', { show: 'to_verify', sort: undefined })),
    list('pending only', { status: 'pending' }),
    list('pending only, the last page', { status: 'pending', offset: counts.pending - 50 }, jump),
    list('verified only, the middle', { status: 'verified', offset: Math.floor(counts.verified / 2) }, jump),
    list(
      'verified only, the last page by candidateName',
      { status: 'verified', sort: 'candidateName', offset: counts.verified - 50 },
      jump,
    ),
    list('printed or handed over only', { stage: 'completed' }),
    list(
      'printed or handed over only, the last page',
      { stage: 'completed', offset: counts.completed - 50 },
      jump,
    ),
    list('waiting for print only, by name', { stage: 'waiting_for_print', sort: 'candidateName' }),
    bounded(list('newest 50', {})),
    bounded(list('by name', { sort: 'candidateName' })),
    search("common name 'kumar'", 'kumar'),
    search("college or course 'engineering'", 'engineering'),
    search("every row 'college'", 'college'),
    search("second page of 'kumar', by cursor", 'kumar', { offset: 50, cursor: known.searchCursor }),
    search("jump to row 10,000 of 'kumar'", 'kumar', { offset: 10_000 }, jump),
    search(`jump to row ${middle.toLocaleString('en-IN')} of 'college'`, 'college', { offset: middle }, jump),
    search('one registration number of long ago', known.oldRegistration),
    search('a full name', known.rareName),
    search(
      'the same with dots and an accent',
      known.rareName.toUpperCase().replaceAll(' ', '. ').replace('A', 'Á'),
    ),
    search("nothing 'zzqxj'", 'zzqxj'),
    search("one letter 'a'", 'a'),
    search("one letter in no row '@'", '@'),
    search("two letters 'qu'", 'qu'),
    search("two figures '97'", '97'),
    search("two letters in no row 'xq'", 'xq'),
    search("a Kannada name 'ಕುಮಾರ್'", 'ಕುಮಾರ್'),
    search("Kannada in no row 'ಖಖ'", 'ಖಖ'),
    search("old rows only 'reg2018'", 'reg2018', {}, farDown),
    search("last rows by name only 'yash'", 'yash', { sort: 'candidateName' }, farDown),
    search("status 'reject'", 'reject'),
    search("'kumar' of the rejected", 'kumar', { status: 'rejected' }),
    search("'xq' of the rejected", 'xq', { status: 'rejected' }),
    search("'97' of those waiting for print", '97', { stage: 'waiting_for_print' }),
    bounded(search("common name 'kumar'", 'kumar')),
    bounded(search("nothing 'zzqxj'", 'zzqxj')),
    bounded(search("two letters in no row 'xq'", 'xq')),
    of('receivedApplications', search("receiver 'receiver 7'", 'receiver 7')),
    of('receivedApplications', search("two letters in no row 'xq'", 'xq')),
    of('receivedApplications', search("old convocation numbers '2018/0'", '2018/0', {}, farDown)),
    of('students', list('jump to the last page by name', { sort: 'name', offset: last }, jump)),
    of('students', search("common name 'kumar'", 'kumar')),
    of('students', search("two letters in no row 'xq'", 'xq')),
    of('students', search("old rows only 'reg2018'", 'reg2018', {}, farDown)),
    of('certificates', list('newest 50', {})),
    of('certificates', list('the last page', { offset: counts.certificates - 50 }, jump)),
    of('certificates', printed(list('printed', {}))),
    of('certificates', printed(list('printed, the last page', { offset: counts.printed - 50 }, jump))),
    of('certificates', printed(search("'kumar' of the printed", 'kumar'))),
    of('certificates', printed(search("nothing 'zzqxj' of the printed", 'zzqxj'))),
    of('certificates', printed(search("two letters in no row 'xq' of the printed", 'xq'))),
    of('certificates', bounded(printed(search("'kumar' of the printed", 'kumar')))),
    of('certificates', search("old rows only 'reg2018'", 'reg2018', {}, farDown)),
    of('certificates', pending(list('pending print', {}))),
    of('certificates', pending(search("'kumar' of the pending", 'kumar'))),
    of('certificates', bounded(pending(list('pending print', {})))),
    countOf('all', {}),
    countOf('printed or handed over only', { stage: 'completed' }),
    countOf("'fatima'", { search: 'fatima' }),
    countOf("'bachelor'", { search: 'bachelor' }),
    countOf('one registration number of long ago', { search: known.oldRegistration }),
    countOf("nothing 'zzqxj'", { search: 'zzqxj' }),
    countOf("two letters 'qu'", { search: 'qu' }),
    countOf("two letters in no row 'xq'", { search: 'xq' }),
    of('certificates', countOf('all', {})),
    of('students', countOf('all', {})),
  ];
}

function list(figure: string, query: ListQuery, budget: ListCase['budget'] = page): ListCase {
  return { figure: `List: ${figure}`, list: 'applications', operation: 'list', query, budget };
}

function search(figure: string, term: string, rest: ListQuery = {}, budget?: ListCase['budget']): ListCase {
  return { ...list(figure, { search: term, ...rest }, budget), figure: `Search: ${figure}` };
}

function countOf(figure: string, query: ListQuery): ListCase {
  return { ...list(figure, query), figure: `Count: ${figure}`, operation: 'count', budget: null };
}

function of(name: ListName, listCase: ListCase): ListCase {
  const words = {
    applications: '',
    receivedApplications: 'received ',
    students: 'students ',
    certificates: 'certificates ',
  };
  return { ...listCase, list: name, figure: listCase.figure.replace(': ', `: ${words[name]}`) };
}

function bounded(listCase: ListCase): ListCase {
  return { ...listCase, isBounded: true, figure: `${listCase.figure}, one college` };
}

function printed(listCase: ListCase): ListCase {
  return { ...listCase, query: { stage: 'printed', sort: '-printedAt', ...listCase.query } };
}

function pending(listCase: ListCase): ListCase {
  return { ...listCase, query: { stage: 'pending', sort: 'waitingSince', ...listCase.query } };
}
