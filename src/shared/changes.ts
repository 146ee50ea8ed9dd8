import type { AuditEventName } from './audit-names.ts';

/**
 * What one transaction did, as the change stream publishes it: who, and how often each audit event happened. It
 * contains no ids or names of records; people with one college receive only that college's events.
 */
export type Changes = {
  /** A staff id; null for the portal itself and for people who are not signed in. */
  by: string | null;
  /** Counts by the name of the audit event, such as `applications.received`. */
  events: Record<string, number>;
};

type BeforeDot<Event extends string> = Event extends `${infer Tag}.${string}` ? Tag : never;

/** What an event changes: its name before the dot. Opened cases are published too, but not logged. */
export type Tag = BeforeDot<AuditEventName> | 'cases';

export function tagOf(event: string): Tag {
  return event.slice(0, event.indexOf('.')) as Tag;
}

/** Response header of a command with the tags of its events, separated by commas; `*` if unknown. */
export const changesHeader = 'x-changes';
