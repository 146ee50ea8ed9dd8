import { numberOfSheet } from '#features/applications/scanned-number.ts';
import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type Match, maximumFound, type RecordSearch } from '#platform/server/db/record-search.ts';
import { registered } from '#platform/server/registered.ts';
import { type RecordKind, searchedKinds } from '#shared/record-kinds.ts';
import type { Role } from '#shared/roles.ts';
import { bareNumber } from '#shared/typed-number.ts';
import type { FoundRecord, SearchHit } from '../contract.ts';

type Reader = Pick<Actor, 'role'>;
const matches: readonly Match[] = ['exact', 'begins', 'name'];

type KindSearch = readonly [RecordKind, RecordSearch];

/** The searches for kinds that a role may read and has a page for; equally good hits are listed in this order. */
function searchesFor(role: Role): KindSearch[] {
  return searchedKinds(role).flatMap((kind) =>
    registered.searches[kind]!.filter(({ isFor }) => isFor?.(role) ?? true).map(
      (search) => [kind, search] as const,
    ),
  );
}

/** Finds records by number, name, or the URL in a certificate's QR code. */
export async function findRecords(db: Db, reader: Reader, q: string): Promise<{ hits: SearchHit[] }> {
  const text = bareNumber(numberOfSheet(q) ?? q);
  if (text === '') return { hits: [] };
  const found: SearchHit[] = [];
  // One after another: typing sends many requests, which must not use up all connections.
  for (const [kind, search] of searchesFor(reader.role)) {
    const best = bestOf(await search.find(db, text));
    const shown = await show(db, [kind, search], [...best.keys()]);
    found.push(...shown.map((record) => ({ ...record, match: best.get(record.id)! })));
  }
  return { hits: found.toSorted((a, b) => matches.indexOf(a.match) - matches.indexOf(b.match)) };
}

/** The best match of each record, which may be found by two of its numbers. */
function bestOf(found: Awaited<ReturnType<RecordSearch['find']>>): Map<string, Match> {
  const best = new Map<string, Match>();
  for (const match of matches)
    for (const one of found)
      if (one.match === match && !best.has(one.id) && best.size < maximumFound) best.set(one.id, match);
  return best;
}

/** Recently opened records, as far as the reader may still see them. */
export async function recallRecords(
  db: Db,
  reader: Reader,
  asked: readonly string[],
): Promise<{ records: FoundRecord[] }> {
  const idsByKind = Map.groupBy(asked, (one) => one.slice(0, one.indexOf(':')));
  const searches = new Map<string, KindSearch>(searchesFor(reader.role).map((search) => [search[0], search]));
  const known = new Map<string, FoundRecord>();
  for (const [kind, keys] of idsByKind) {
    const search = searches.get(kind);
    if (!search) continue;
    const ids = keys.map((key) => key.slice(kind.length + 1));
    for (const record of await show(db, search, ids)) known.set(`${kind}:${record.id}`, record);
  }
  return { records: asked.flatMap((one) => known.get(one) ?? []) };
}

/** In the order of the ids. */
async function show(db: Db, [kind, search]: KindSearch, ids: readonly string[]): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await search.show(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ kind, note: '', state: null, ...row }] : [];
  });
}
