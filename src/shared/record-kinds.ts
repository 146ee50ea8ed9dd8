import { type Declared, type NameOf, type RecordKindNames, registered } from './feature.ts';
import { deskOf, deskPrefixes, pathsAt } from './paths.ts';
import { mayUse } from './permissions.ts';
import { type Role, roles } from './roles.ts';
import { translateLabel } from './translate-label.ts';

export type RecordKind = NameOf<'kinds'>;
/** A reference to a record: by its id, or by the number that its page accepts. */
export type RecordRef = { kind: RecordKind; id: string };

/** All kinds by name, as the features declare them. */
export const { kinds: recordKinds } = registered;
const entries = () => Object.entries(recordKinds) as [RecordKind, RecordKindNames][];

/** A reference by a number that may be missing. */
export function recordRef(kind: RecordKind, id: string | null | undefined): RecordRef | null {
  return id ? { kind, id } : null;
}

/** The state of a record in the words of its kind. */
export function stateInWords({ kind, state }: { kind: RecordKind; state: string | null }): string {
  const label = state === null ? undefined : registered.states[kind]?.[state];
  return label === undefined ? '' : translateLabel(label);
}

type EntryOf<Kinds> = Kinds extends unknown ? Kinds[keyof Kinds] : never;
type ReadBy<Entry> = Entry extends { readBy: infer Name } ? Name : never;

/** Whether a role may read the pages with timelines of a kind. */
export function mayReadRecord(role: Role, kind: RecordKind): boolean {
  const { readBy } = recordKinds[kind];
  // Typed by what the features declare, so that a misspelt permission does not compile.
  return readBy !== undefined && mayUse(role, readBy as ReadBy<EntryOf<Declared<'kinds'>>>);
}

type WithTimeline<Kinds> = Kinds extends unknown
  ? { [Kind in keyof Kinds]: Kinds[Kind] extends { readBy: string } ? Kind : never }[keyof Kinds]
  : never;
export type TimelineKind = WithTimeline<Declared<'kinds'>>;

/** Kinds whose pages have a timeline. */
export function timelineKinds(): TimelineKind[] {
  return entries().flatMap(([kind, { readBy }]) => (readBy === undefined ? [] : (kind as TimelineKind)));
}

/** The route of the page with a timeline, which a desk's own page may replace. */
export function timelineRoute(desk: Role, kind: RecordKind): string {
  return `/${deskPrefixes[desk]}/records/${kind}`;
}

/** The page of a record for this role and desk; an admin stays at the open desk if that has the page. */
export function linkTo(record: RecordRef, role: Role, desk: Role = role): string | null {
  for (const one of [desk, role, ...(role === 'admin' ? roles : [])]) {
    const path = pathAt(one, record);
    if (path !== null) return path;
  }
  return null;
}

function pathAt(desk: Role, { kind, id }: RecordRef): string | null {
  const { page } = recordKinds[kind];
  const path = page === undefined ? undefined : pathsAt(desk)[page];
  if (typeof path === 'function') return path(id);
  if (path !== undefined) return `${path}?open=${encodeURIComponent(id)}`;
  return mayReadRecord(desk, kind) ? `${timelineRoute(desk, kind)}/${encodeURIComponent(id)}` : null;
}

/** The record of an audit event, if it has a page. */
export function recordOfEvent(event: {
  recordType: string;
  recordId: string;
  recordLabel: string;
}): RecordRef | null {
  const shownOn = registered.shownOn[event.recordType] as RecordKind | undefined;
  if (shownOn !== undefined) return { kind: shownOn, id: event.recordLabel };
  const own = entries().find(([kind, { recordType = kind }]) => recordType === event.recordType);
  return own ? { kind: own[0], id: event.recordId } : null;
}

/** The kinds that the global search finds for a role, in the order of equally good results. */
export function searchedKinds(role: Role): RecordKind[] {
  return entries()
    .filter(([kind, { searchOrder }]) => searchOrder !== undefined && linkTo({ kind, id: '' }, role) !== null)
    .toSorted(([, a], [, b]) => a.searchOrder! - b.searchOrder!)
    .map(([kind]) => kind);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The record of a page, or the one open in a list, if the search finds such records; null on other pages. */
export function recordAt(pathname: string, openId = ''): RecordRef | null {
  const desk = deskOf(pathname);
  const last = pathname.split('/').at(-1)!;
  if (desk === null || !(uuid.test(last) || uuid.test(openId))) return null;
  for (const [kind, { lists, searchOrder }] of entries()) {
    if (searchOrder === undefined) continue;
    if (pathAt(desk, { kind, id: last }) === pathname) return { kind, id: last };
    if (lists?.includes(last)) return { kind, id: openId };
  }
  return null;
}
