import { t } from '#shared/words.ts';
import { type NameOf, registered } from './feature.ts';
import { capitalized } from './format.ts';
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

/** An event's field as declared, perhaps for one record type alone; events of tables' rows have it as `candidate_name`. */
export function auditField(recordType: string, name: string): { label: string; kind?: string } | undefined {
  const { fields } = registered;
  const declared = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const known = [`${recordType}.${declared}`, declared].find((one) => Object.hasOwn(fields, one));
  const field = known === undefined ? undefined : fields[known];
  return typeof field === 'string' ? { label: field } : field;
}

/** A name without a label in words: `candidateName` or `candidate_name` → `Candidate name`. */
export function spelledOut(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalized(words);
}
