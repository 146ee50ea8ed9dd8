import type { listApplications } from '#features/applications/server/queries.ts';

export type ListInput = Parameters<typeof listApplications>[2];

/** A request of the list of applications, or of its count; what a request does not name is as on the first screen. */
export type ListCase = {
  figure: string;
  operation: 'list' | 'count';
  query: Partial<ListInput>;
  /** Milliseconds that the portal may take; a count has no budget, because rows never wait for it. */
  budget: { p50?: number; p95: number } | null;
};

export const firstScreen: ListInput = {
  search: '',
  status: 'all',
  stage: 'any',
  sort: '-receivedAt',
  offset: 0,
  limit: 50,
};

const page = { p50: 30, p95: 50 };
/** For terms that only rows of long ago contain. */
const oldRowsOnly = { p95: 300 };

/** Everything that is measured, the figure that was promised first. `known` is taken from the generated rows. */
export function casesOf(known: {
  count: number;
  cursor: string;
  searchCursor: string;
  oldRegistration: string;
  rareName: string;
}): ListCase[] {
  const list = (figure: string, query: ListCase['query'], budget = page): ListCase => ({
    figure: `List: ${figure}`,
    operation: 'list',
    query,
    budget,
  });
  const search = (
    figure: string,
    term: string,
    rest: ListCase['query'] = {},
    budget?: typeof oldRowsOnly,
  ) => ({
    ...list(figure, { search: term, ...rest }),
    figure: `Search: ${figure}`,
    budget: budget ?? page,
  });
  const count = (figure: string, query: ListCase['query']): ListCase => ({
    figure: `Count: ${figure}`,
    operation: 'count',
    query,
    budget: null,
  });
  const middle = Math.floor(known.count / 2);
  return [
    list('newest 50', {}),
    list('second page, by cursor', { offset: 50, cursor: known.cursor }),
    list(`jump to row ${middle.toLocaleString('en-IN')}`, { offset: middle }),
    list('jump to the last page', { offset: known.count - 50 }),
    list('first 50 by name', { sort: 'candidateName' }),
    list('jump to the last page by name', { sort: 'candidateName', offset: known.count - 50 }),
    list('pending only', { status: 'pending' }),
    list('printed or handed over only', { stage: 'completed' }),
    search("common name 'kumar'", 'kumar'),
    search("college or course 'engineering'", 'engineering'),
    search("every row 'college'", 'college'),
    search("second page of 'kumar', by cursor", 'kumar', { offset: 50, cursor: known.searchCursor }),
    search("jump to row 10,000 of 'kumar'", 'kumar', { offset: 10_000 }),
    search('one registration number of long ago', known.oldRegistration),
    search('a full name', known.rareName),
    search("nothing 'zzqxj'", 'zzqxj'),
    search("one letter 'a'", 'a'),
    search("one letter in no row '@'", '@'),
    search("two letters 'qu'", 'qu'),
    search("two letters in no row 'xq'", 'xq'),
    search("old rows only 'reg2018'", 'reg2018', {}, oldRowsOnly),
    search("status 'reject'", 'reject'),
    count('all', {}),
    count("'kumar'", { search: 'kumar' }),
    count("'college'", { search: 'college' }),
    count('one registration number of long ago', { search: known.oldRegistration }),
    count("nothing 'zzqxj'", { search: 'zzqxj' }),
    count("two letters 'qu'", { search: 'qu' }),
  ];
}
