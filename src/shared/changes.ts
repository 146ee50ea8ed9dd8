import type { AuditEventName } from './audit-names.ts';

/**
 * What one transaction did, as the change stream tells it to open screens: who, and how often each audit event
 * happened. No record's id or name travels; whoever sees one college only hears of that college's events.
 */
export type Changes = {
  /** A staff id; null for the portal itself and for people who are not signed in. */
  by: string | null;
  /** Counts by the name of the audit event, such as `applications.received`. */
  events: Record<string, number>;
};

type BeforeDot<Event extends string> = Event extends `${infer Tag}.${string}` ? Tag : never;

/** What an event changes: its name before the dot. Who has a case open is announced too, and is in no log. */
export type Tag = BeforeDot<AuditEventName> | 'cases';

export function tagOf(event: string): Tag {
  return event.slice(0, event.indexOf('.')) as Tag;
}

/** The response to a command names the tags of its events in this header, joined by commas; `*` where nobody knows them. */
export const changesHeader = 'x-changes';
