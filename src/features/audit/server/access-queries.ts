import { sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import type { Db } from '#platform/server/db/database.ts';
import { countList, type List, readList } from '#platform/server/db/list-page.ts';
import { containing } from '#platform/server/db/page.ts';
import { containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { AccessEntry, AccessFilters } from '../access-contract.ts';
import { onDays } from './on-days.ts';

const newestFirst = {
  column: 'access_log.id',
  type: 'bigint',
  id: 'access_log.id',
  idType: 'bigint',
  direction: 'desc',
} as const;

export async function listAccessEntries(db: Db, scope: Scope, input: AccessFilters & PageRequest) {
  const page = await readList(db, accessList(db, scope, input), newestFirst, input);
  const rows = page.rows.map(
    (row): AccessEntry => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind as AccessEntry['kind'],
      person: row.person,
      network: row.network,
      record: row.record,
      count: row.count,
    }),
  );
  return { rows, nextCursor: page.nextCursor };
}

export async function countAccessEntries(db: Db, scope: Scope, filters: AccessFilters) {
  return countList(db, accessList(db, scope, filters), newestFirst);
}

/** Like the audit log it is of the whole university. */
function accessList(db: Db, scope: Scope, { search, kind, from, to }: AccessFilters) {
  if (scope.collegeId !== null) throw domainError('audit.university_only');
  let rows = db.selectFrom('access_log').selectAll('access_log');
  if (kind !== 'all') rows = rows.where('access_log.kind', '=', kind);
  rows = rows.where(onDays('access_log.at', { from, to }));
  return {
    table: 'access_log',
    rows,
    search: search ? termOf(search) : undefined,
  } satisfies List<'access_log', object>;
}

/** In the very words of the index. */
function termOf(search: string): Term<'access_log'> {
  const text = sql<string>`lower(access_log.person || ' ' || coalesce(access_log.record, '') || ' ' || access_log.network)`;
  return {
    term: search,
    matches: () => sql<boolean>`${text} like ${containing(search)}`,
    matchesByIndex: () => containsByIndex(text, search),
  };
}
