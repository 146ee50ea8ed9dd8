import { t } from '#shared/words.ts';
import { type NameOf, registered } from './feature.ts';
import { type Role, roleLabels } from './roles.ts';

/** Labels of all audit events and of their record types, by stored name. */
export const { events: auditEventLabels, records: auditRecordLabels } = registered;
export type AuditEventName = NameOf<'events'>;
export type AuditRecordType = NameOf<'records'>;

/** The role of the actor; 'portal' for the portal itself and 'public' for people who are not signed in. */
export const auditDeskLabels: Record<Role | 'portal' | 'public', string> = {
  ...roleLabels,
  portal: t`Portal`,
  public: t`Public`,
};

/**
 * Renamed identifiers, old to new. Events keep the name under which they were hashed; reading, search and filters use
 * today's name. Nothing else knows old names.
 */
export const formerNames: FormerNames = { events: {}, recordTypes: {}, desks: {}, fields: {} };

export type FormerNames = {
  events: Readonly<Record<string, AuditEventName>>;
  recordTypes: Readonly<Record<string, AuditRecordType>>;
  desks: Readonly<Record<string, Role | 'portal' | 'public'>>;
  /** Fields of `before` and `after`. */
  fields: Readonly<Record<string, string>>;
};

/** Today's name for a stored one. */
export function currentName(kind: keyof FormerNames, name: string, former = formerNames): string {
  return former[kind][name] ?? name;
}

/** All stored names for today's one. */
export function allNames(kind: keyof FormerNames, name: string, former = formerNames): string[] {
  const earlier = Object.entries(former[kind]).flatMap(([old, today]) => (today === name ? [old] : []));
  return [name, ...earlier];
}

/** The label of an event's field, which may be of one record type alone; without one, its stored name. */
export function auditFieldLabel(recordType: string, name: string): string {
  const { fields } = registered;
  return fields[`${recordType}.${name}`] ?? fields[name] ?? name;
}
