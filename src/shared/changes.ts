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
