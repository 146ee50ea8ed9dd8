import canonicalize from 'canonicalize';

// What the hashes of the audit log are made of. The verifier of the auditor has this file too, without its imports.

type Json = Record<string, unknown> | null;
type MapText = (path: string, field: string, text: string) => string;

/** A stored event without its two hashes. */
export type ChainedEvent = {
  /** Version 1 has no sealed personal values and times in milliseconds; version 2 has no college. */
  hashVersion: 1 | 2 | 3;
  /** JSON Pointers of the values that are replaced by a digest. */
  personal: string[];
  sequence: number;
  /** ISO 8601; microseconds since version 2. */
  at: string;
  actorId: string | null;
  actorName: string;
  desk: string;
  event: string;
  recordType: string;
  recordId: string;
  recordLabel: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Since version 3. */
  collegeId?: string | null;
  requestId: string;
  ip: string | null;
};

/** The parts of an event that may hold personal values. */
export type RedactableEvent = {
  actorName: string;
  ip: string | null;
  recordLabel: string;
  before: Json;
  after: Json;
};

/** The hashed content of an event: RFC 8785 canonical JSON. */
export function canonicalEvent({ hashVersion, personal, collegeId = null, ...event }: ChainedEvent): string {
  if (hashVersion === 1) return canonicalize(event)!;
  return canonicalize({ ...event, hashVersion, personal, ...(hashVersion > 2 && { collegeId }) })!;
}

/** The digests of a sealed event, each with its path. */
export function digestsOf(event: RedactableEvent, personal: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  mapTexts(event, (path, _field, text) => {
    if (personal.includes(path)) found.set(path, text);
    return text;
  });
  return found;
}

/** Every text of an event that may be personal, in sealing order. */
export function mapTexts<Event extends RedactableEvent>(event: Event, map: MapText): Event {
  return {
    ...event,
    actorName: map('/actorName', '', event.actorName),
    ip: event.ip && map('/ip', '', event.ip),
    recordLabel: map('/recordLabel', '', event.recordLabel),
    before: mapStrings(event.before, '/before', map),
    after: mapStrings(event.after, '/after', map),
  };
}

/** Maps every text in a JSON value, with its JSON Pointer (RFC 6901) and the nearest field name. */
function mapStrings<Value>(value: Value, path: string, map: MapText, field = ''): Value {
  if (typeof value === 'string') return map(path, field, value) as Value;
  if (Array.isArray(value))
    return value.map((entry, index) => mapStrings(entry, `${path}/${index}`, map, field)) as Value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, entry]) => {
    const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [key, mapStrings(entry, pointer, map, key)];
  });
  return Object.fromEntries(entries) as Value;
}
