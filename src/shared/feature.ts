import type { Counted } from './counted.ts';
import type { ErrorEntries } from './error-entry.ts';
import type { FileKind } from './file-kinds.ts';
import type { Role } from './roles.ts';

/** A path, or what makes one of ids. */
type PathNames = Readonly<Record<string, string | ((...ids: never[]) => string)>>;

/** The names that a feature declares for itself in its `feature.ts`; all are optional. */
export type FeatureNames = {
  /** Screens: of everybody, and by desk. */
  paths?: PathNames | Readonly<Record<string, PathNames>>;
  /** Domain errors by code, `rolls.empty`. */
  errors?: ErrorEntries;
  /** The roles of each permission, `rolls:read`. */
  permissions?: Readonly<Record<string, readonly Role[]>>;
  /** Labels of audit events by stored name, `rolls.closed`. */
  events?: Readonly<Record<string, string>>;
  /** What the life of a record says of an event that names more than a person; others say their label and who did it. */
  sentences?: Readonly<Record<string, (facts: EventFacts) => string>>;
  /** Labels of the record types of audit events, `roll`. */
  records?: Readonly<Record<string, string>>;
  /** The fields in `before` and `after` of audit events: `email`, or of one record type `courses.name`. */
  fields?: Readonly<Record<string, EventField>>;
  /** Kinds of records that lists, search, audit log and other records link to. */
  kinds?: Readonly<Record<string, RecordKindNames>>;
  /** By kind of record, labels of its states. */
  states?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By record type, the kind whose number labels its events, and whose page shows them. */
  shownOn?: Readonly<Record<string, string>>;
  /** The permission to upload a kind of file, and the one to read it. */
  filesUploadedBy?: Readonly<Partial<Record<FileKind, string>>>;
  filesReadBy?: Readonly<Partial<Record<FileKind, string>>>;
  /** What can wait for people of some roles. */
  waiting?: Readonly<Record<string, Waiting>>;
};

/** What the sentence of an event may name: the person, the record, and the facts that the records feature adds. */
export interface EventFacts {
  by: string;
  record: string;
}

/** A field of audit events: its label, and with it what its numbers are if they are money. */
export type EventField = string | { label: string; kind: 'rupees' | 'paise' };

/** One kind of record: its words, its pages, and whether the search finds it. */
export type RecordKindNames = {
  label: string;
  /** Its record type in the audit log, if that is not the kind's name. */
  recordType?: string;
  /** The permission for its page with the timeline, `/<desk>/records/<kind>/<id or number>`. */
  readBy?: string;
  /** The name of its own page, or of the list that opens it, among the paths of each desk that has one. */
  page?: string;
  /** The last parts of the paths of its lists. */
  lists?: readonly string[];
  /** Its place among equally good results of the global search; without one it is not searched. */
  searchOrder?: number;
};

/** A to-do of some roles: the rows of a list filtered by its URL. */
export type Waiting = {
  /** Shown after its count. */
  label: Counted;
  /** Only shown to people with this permission. */
  access: string;
  /** On each desk where it is shown, the name of the list's path; an admin may be sent to another desk's list. */
  lists: Readonly<Partial<Record<Role, string>>>;
  /** The URL parameters that filter the list to what waits. */
  address: Readonly<Record<string, string>>;
  /** The parameter with the person's id, if it waits for one person only. */
  person?: string;
  /** Its place at the head of a desk. */
  order: number;
  /** An alarm about some rows of a list; beside the list's menu entry it would read as the number of them all. */
  isAlarm?: true;
};

/**
 * Every `feature.ts` adds the type of its names, so that a misspelt code or event does not compile.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Register {}

/** One object per feature: what it declares of a kind. */
export type Declared<Kind extends keyof FeatureNames> = {
  [Feature in keyof Register]: Register[Feature] extends { [Key in Kind]: infer Names } ? Names : never;
}[keyof Register];
type ValueOf<Names> = Names extends unknown ? Names[keyof Names] : never;
type KeyOf<Names> = Names extends unknown ? keyof Names & string : never;
/** The names of a kind in all features: `NameOf<'events'>`. */
export type NameOf<Kind extends keyof FeatureNames> = KeyOf<Declared<Kind>>;

type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;

/** The names of all features together. */
export const registered = {
  paths: { admin: {}, caseWorker: {}, applicationReceiver: {}, printer: {}, auditor: {} } as Merged<
    Declared<'paths'>
  >,
  errors: {} as ErrorEntries,
  permissions: {} as Record<NameOf<'permissions'>, readonly Role[]>,
  events: {} as Record<NameOf<'events'>, string>,
  sentences: {} as Readonly<Record<string, (facts: EventFacts) => string>>,
  records: {} as Record<NameOf<'records'>, string>,
  fields: {} as Record<string, EventField>,
  kinds: {} as Record<NameOf<'kinds'>, RecordKindNames>,
  states: {} as Partial<Record<string, Readonly<Record<string, string>>>>,
  shownOn: {} as Record<string, string>,
  filesUploadedBy: {} as Record<FileKind, ValueOf<Declared<'filesUploadedBy'>>>,
  filesReadBy: {} as Record<FileKind, ValueOf<Declared<'filesReadBy'>>>,
  waiting: {} as Record<NameOf<'waiting'>, Waiting>,
};

/** Called by each `feature.ts` while it loads. A name that two features declare is a mistake. */
export function declareNames(names: FeatureNames): void {
  merge(registered, names);
}

/** Adds names to tables of names; a name that is there already is a mistake. */
export function merge(into: object, names: object): void {
  for (const [name, value] of Object.entries(names)) {
    const known: unknown = (into as Record<string, unknown>)[name];
    if (known === undefined) Object.assign(into, { [name]: value });
    else if (isTable(known) && isTable(value)) merge(known, value);
    else throw new Error(`Two features declare ${name}.`);
  }
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
